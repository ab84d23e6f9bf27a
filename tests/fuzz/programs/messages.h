/* SPDX-License-Identifier: MIT
 * Messages between two ranks in all modes, completed in all manners.
 */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "state.h"

enum { kMostMessages = 40 };

typedef struct {
  int from, to, tag, count, mode;
  const Type* type;
  u8* buffer;
  u64 key;
} Letter;

static void send_letter(State* s, const Comm* c, const Letter* l, int ready, MGEN_Request* r) {
  const int hows[] = {MGEN_ALL_NICS, MGEN_ZERO_COPY, MGEN_ALL_NICS | MGEN_ZERO_COPY,
                      MGEN_NIC(l->tag % s->nics)};
  if (ready && l->mode < 4) {
    MGEN_Irsend(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, r);
    return;
  }
  switch (l->mode) {
    case 0: MGEN_Issend(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, r); return;
    case 1:
      if ((long)l->count * l->type->size > 2000) break;
      MGEN_Ibsend(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, r);
      return;
    case 2:
      MGEN_Isend_by(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, hows[l->count % 4],
                    r);
      return;
    case 3: MGEN_Expect_send(l->to, c->comm); break;
    default: break;
  }
  MGEN_Isend(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, r);
}

/* In one of many manners. Polling loops compute, so that time passes in them. */
static void complete(State* s, int manner, int n, MGEN_Request* r, MGEN_Status* st) {
  int left = n, flag = 0, index = 0;
  int* indices = malloc((size_t)(n + 1) * sizeof *indices);
  MGEN_Status *some = malloc((size_t)(n + 1) * sizeof *some), one;
  switch (manner) {
    case 0:
      for (int i = n; i-- > 0;) MGEN_Wait(&r[i], &st[i]);
      break;
    case 1:
      while (left-- > 0) {
        MGEN_Waitany(n, r, &index, &one);
        check(s, index >= 0 && index < n, "index of Waitany", index, n);
        st[index] = one;
      }
      MGEN_Waitany(n, r, &index, &one);
      check(s, index == MGEN_UNDEFINED, "Waitany without requests", index, n);
      break;
    case 2:
    case 3:
      while (left > 0) {
        int count = 0;
        if (manner == 2)
          MGEN_Waitsome(n, r, &count, indices, some);
        else
          MGEN_Testsome(n, r, &count, indices, some);
        check(s, count >= 0 && count <= left, "count of Waitsome", count, left);
        for (int i = 0; i < count; i++) st[indices[i]] = some[i];
        left -= count;
        if (manner == 3) MGEN_Comp(2e-7);
      }
      break;
    case 4:
      for (MGEN_Testall(n, r, &flag, st); !flag; MGEN_Testall(n, r, &flag, st)) MGEN_Comp(2e-7);
      break;
    case 5:
      while (left > 0) {
        MGEN_Testany(n, r, &index, &flag, &one);
        if (flag)
          st[index] = one, left--;
        else
          MGEN_Comp(1e-7);
      }
      break;
    case 6:
      for (int i = 0; i < n; i++) {
        for (MGEN_Test(&r[i], &flag, &st[i]); !flag; MGEN_Test(&r[i], &flag, &st[i]))
          MGEN_Comp(1e-7);
      }
      break;
    default: MGEN_Waitall(n, r, st);
  }
  free(indices);
  free(some);
}

static void expect(const State* s, const Letter* l, const u8* got, const MGEN_Status* st) {
  int count;
  MGEN_Get_count(st, l->type->type, &count);
  check(s, st->MGEN_SOURCE == l->from && st->MGEN_TAG == l->tag, "source and tag", st->MGEN_SOURCE,
        st->MGEN_TAG);
  check(s, count == l->count, "count of a message", count, l->count);
  u8* expected = full_buffer(l->type, l->count, l->key);
  compare(s, got, expected, bytes_of(l->type, l->count), "data of a message");
  free(expected);
}

/* Blocking, for one letter at a time, perhaps after a look. */
static void receive(State* s, const Comm* c, const Letter* l, int manner, u8* to, MGEN_Status* st) {
  int flag = 0;
  MGEN_Message m;
  MGEN_Request r;
  switch (manner) {
    case 0: MGEN_Probe(l->from, l->tag, c->comm, st); break;
    case 1:
      for (MGEN_Iprobe(l->from, l->tag, c->comm, &flag, st); !flag;) {
        MGEN_Comp(2e-7);
        MGEN_Iprobe(l->from, l->tag, c->comm, &flag, st);
      }
      break;
    case 2:
      MGEN_Mprobe(l->from, l->tag, c->comm, &m, st);
      MGEN_Mrecv(to, l->count, l->type->type, &m, st);
      return;
    case 3:
      for (MGEN_Improbe(l->from, l->tag, c->comm, &flag, &m, st); !flag;) {
        MGEN_Comp(1e-7);
        MGEN_Improbe(l->from, l->tag, c->comm, &flag, &m, st);
      }
      MGEN_Imrecv(to, l->count, l->type->type, &m, &r);
      MGEN_Wait(&r, st);
      return;
    default: break;
  }
  if (manner < 2)
    check(s, st->MGEN_SOURCE == l->from && st->MGEN_TAG == l->tag, "a probe", st->MGEN_SOURCE,
          st->MGEN_TAG);
  MGEN_Recv(to, l->count, l->type->type, l->from, l->tag, c->comm, st);
}

/* All in a batch: receives posted first, or after the sends; for any source if tags tell letters
 * apart. */
static void send_batch(State* s, const Comm* c, Letter* all, int n, int ready, int posted, int wild,
                       int manner, int repeat) {
  MGEN_Request requests[2 * kMostMessages];
  MGEN_Status statuses[2 * kMostMessages];
  u8* in[kMostMessages] = {0};
  int mine[kMostMessages], nmine = 0, nr = 0;
  long most = 0, span = 0;
  for (int i = 0; i < n; i++) {
    if (bytes_of(all[i].type, all[i].count) > most) most = bytes_of(all[i].type, all[i].count);
    if (all[i].type->span > span) span = all[i].type->span;
  }
  for (int i = 0; i < n; i++) {
    if (all[i].to == c->me) mine[nmine++] = i;
    if (all[i].from == c->me) all[i].buffer = full_buffer(all[i].type, all[i].count, all[i].key);
  }
  for (int i = 0; i < nmine; i++)
    in[i] = empty_buffer(wild ? most + span : bytes_of(all[mine[i]].type, all[mine[i]].count));
  if (posted) {
    for (int i = 0; i < nmine; i++) {
      const Letter* l = &all[mine[i]];
      if (repeat)
        MGEN_Recv_init(in[i], l->count, l->type->type, l->from, l->tag, c->comm, &requests[nr++]);
      else if (wild)
        MGEN_Irecv(in[i], (int)(most / l->type->extent) + 1, l->type->type, MGEN_ANY_SOURCE,
                   MGEN_ANY_TAG, c->comm, &requests[nr++]);
      else
        MGEN_Irecv(in[i], l->count, l->type->type, l->from, l->tag, c->comm, &requests[nr++]);
    }
  }
  if (ready) MGEN_Barrier(c->comm);
  MGEN_Comp(1e-8 * (double)(hash(s->op, (u64)s->rank) % 100));
  for (int i = 0; i < n; i++) {
    const Letter* l = &all[i];
    if (l->from != c->me) continue;
    if (!repeat)
      send_letter(s, c, l, ready, &requests[nr++]);
    else if (l->mode == 0)
      MGEN_Ssend_init(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, &requests[nr++]);
    else
      MGEN_Send_init(l->buffer, l->count, l->type->type, l->to, l->tag, c->comm, &requests[nr++]);
  }
  for (int round = 0; round < (repeat ? 2 : 1); round++) {
    if (repeat && round == 0)
      MGEN_Startall(nr, requests);
    else if (repeat) {
      for (int i = 0; i < nmine; i++)
        memset(in[i], kHole, (size_t)bytes_of(all[mine[i]].type, all[mine[i]].count));
      for (int i = 0; i < nr; i++) MGEN_Start(&requests[i]);
    }
    if (!posted) {
      for (int i = 0; i < nmine; i++) receive(s, c, &all[mine[i]], manner % 6, in[i], &statuses[i]);
      for (int i = 0; i < nmine; i++) expect(s, &all[mine[i]], in[i], &statuses[i]);
    }
    /* Of persistent requests, only the first form is for all alike: the others wait for inactive
     * ones too. */
    complete(s, repeat ? 7 : manner, nr, requests, statuses);
    for (int i = 0; posted && i < nmine; i++) {
      const Letter* l = &all[mine[i]];
      if (wild) {
        check(s, statuses[i].MGEN_TAG >= 0 && statuses[i].MGEN_TAG < n, "a tag",
              statuses[i].MGEN_TAG, n);
        l = &all[statuses[i].MGEN_TAG];
        check(s, l->to == c->me && l->count >= 0, "a letter that is not mine", l->to, c->me);
      }
      expect(s, l, in[i], &statuses[i]);
    }
  }
  if (wild) MGEN_Barrier(c->comm); /* a letter of the next batch is not for these receives */
  for (int i = 0; repeat && i < nr; i++) MGEN_Request_free(&requests[i]);
  for (int i = 0; i < nmine; i++) free(in[i]);
  for (int i = 0; i < n; i++) {
    if (all[i].from == c->me) free(all[i].buffer);
  }
}

static void messages(State* s, const Comm* c) {
  Type types[2];
  Letter all[kMostMessages];
  make_type(s, &types[0]);
  make_type(s, &types[1]);
  const int n = 1 + below(s, c->size * 2 < kMostMessages ? c->size * 2 : kMostMessages);
  const int style = below(s, 6), wild = style == 0, repeat = style == 1, ready = style == 2,
            posted = style < 5;
  const int manner = below(s, 8), to_one = one_in(s, 4), one = below(s, c->size);
  for (int i = 0; i < n; i++) {
    Letter* l = &all[i];
    l->type = &types[wild ? 0 : below(s, 2)];
    l->from = below(s, c->size);
    l->to = to_one ? one : below(s, c->size);
    l->tag = wild ? i : below(s, 3);
    l->count = draw_count(s, l->type);
    l->mode = below(s, 8);
    l->key = hash(key_of(s, l->from, l->to), (u64)i);
    l->buffer = NULL;
  }
  if (c->me >= 0) send_batch(s, c, all, n, ready, posted, wild, manner, repeat);
  free_type(&types[0]);
  free_type(&types[1]);
}

/* Everybody to the one `distance` further on; blocking, both ways at once. */
static void shift(State* s, const Comm* c) {
  Type t;
  make_type(s, &t);
  const int n = draw_count(s, &t), distance = below(s, c->size), replace = one_in(s, 2),
            edge = one_in(s, 3);
  if (c->me >= 0) {
    int to = (c->me + distance) % c->size, from = (c->me + c->size - distance) % c->size;
    if (edge && c->me + distance >= c->size) to = MGEN_PROC_NULL;
    if (edge && c->me < distance) from = MGEN_PROC_NULL;
    u8 *out = full_buffer(&t, n, key_of(s, c->me, 0)), *in = empty_buffer(bytes_of(&t, n));
    MGEN_Status st;
    if (replace) {
      MGEN_Sendrecv_replace(out, n, t.type, to, 5, from, 5, c->comm, &st);
      memcpy(in, out, (size_t)bytes_of(&t, n));
    } else {
      MGEN_Sendrecv(out, n, t.type, to, 5, in, n, t.type, from, 5, c->comm, &st);
    }
    const int is_new = from != MGEN_PROC_NULL;
    u8* expected = is_new || replace ? full_buffer(&t, n, key_of(s, is_new ? from : c->me, 0))
                                     : empty_buffer(bytes_of(&t, n));
    check(s, st.MGEN_SOURCE == from, "source of a shift", st.MGEN_SOURCE, from);
    compare(s, in, expected, bytes_of(&t, n), "data of a shift");
    free(expected);
    free(out);
    free(in);
  }
  free_type(&t);
}

#endif
