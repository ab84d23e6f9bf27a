/* SPDX-License-Identifier: MIT
 * getopt(), getopt_long() and getopt_long_only() with a state for each rank (POSIX, and GNU's extensions:
 * words that are no options go to the end, unless the list of options begins with + or POSIXLY_CORRECT is
 * set).
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
static const char *in_word;       /* the rest of a word of several options */
static int first_word, last_word; /* words that are no options, seen so far: [first, last) */
static int begun;

static void reverse(char **words, int from, int to) {
  for (--to; from < to; ++from, --to) {
    char *const word = words[from];
    words[from] = words[to];
    words[to] = word;
  }
}

/* Moves the words in [first, last) behind those in [last, optind). */
static void exchange(char **argv) {
  reverse(argv, first_word, last_word);
  reverse(argv, last_word, optind);
  reverse(argv, first_word, optind);
  first_word += optind - last_word;
  last_word = optind;
}

static int is_option(const char *word) { return word[0] == '-' && word[1] != '\0'; }

static int long_option(int argc, char **argv, const char *list, const struct option *longs, int *index,
                       const char *name) {
  const size_t length = strcspn(name, "=");
  const struct option *found = NULL;
  int matches = 0;
  for (const struct option *o = longs; o->name; ++o) {
    if (strncmp(o->name, name, length) != 0) continue;
    if (strlen(o->name) == length) {
      found = o;
      matches = 1;
      break;
    }
    if (!found || found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val) ++matches;
    if (!found) found = o;
  }
  const int complains = opterr && list[0] != ':';
  if (matches != 1) {
    if (complains) {
      fprintf(stderr, "%s: %s option '--%s'\n", argv[0], matches ? "ambiguous" : "unrecognized", name);
    }
    optopt = 0;
    return '?';
  }
  if (name[length] == '=') {
    if (found->has_arg == no_argument) {
      if (complains) fprintf(stderr, "%s: option '--%s' doesn't allow an argument\n", argv[0], found->name);
      optopt = found->val;
      return '?';
    }
    optarg = (char *)name + length + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= argc) {
      if (complains) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], found->name);
      optopt = found->val;
      return list[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index) *index = (int)(found - longs);
  if (!found->flag) return found->val;
  *found->flag = found->val;
  return 0;
}

static int short_option(int argc, char **argv, const char *list) {
  const char c = *in_word++;
  const char *const place = c == ':' || c == ';' ? NULL : strchr(list, c);
  const int complains = opterr && list[0] != ':';
  if (*in_word == '\0') ++optind;
  if (!place) {
    if (complains) fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
    optopt = c;
    return '?';
  }
  if (place[1] != ':') return c;
  if (*in_word != '\0') {
    optarg = (char *)in_word;
    ++optind;
  } else if (place[2] != ':') {
    if (optind >= argc) {
      if (complains) fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
      optopt = c;
      in_word = NULL;
      return list[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  in_word = NULL;
  return c;
}

static int is_prefix_of_any(const struct option *longs, const char *name) {
  const size_t length = strcspn(name, "=");
  for (; longs->name; ++longs) {
    if (strncmp(longs->name, name, length) == 0) return 1;
  }
  return 0;
}

static int next_option(int argc, char **argv, const char *list, const struct option *longs, int *index,
                       int only) {
  const int keeps_order = list[0] == '+' || getenv("POSIXLY_CORRECT") != NULL;
  const int gives_words = list[0] == '-';
  if (list[0] == '+' || list[0] == '-') ++list;
  optarg = NULL;
  if (optind == 0 || !begun) {
    if (optind == 0) optind = 1;
    first_word = last_word = optind;
    in_word = NULL;
    begun = 1;
  }
  if (!in_word || *in_word == '\0') {
    if (last_word > optind) last_word = optind;
    if (first_word > optind) first_word = optind;
    if (!keeps_order && !gives_words) {
      if (first_word != last_word && last_word != optind) exchange(argv);
      else if (last_word != optind) first_word = optind;
      while (optind < argc && !is_option(argv[optind])) ++optind;
      last_word = optind;
    }
    if (optind < argc && strcmp(argv[optind], "--") == 0) {
      ++optind;
      if (first_word != last_word && last_word != optind) exchange(argv);
      else if (first_word == last_word) first_word = optind;
      last_word = optind = argc;
    }
    if (optind >= argc) {
      if (first_word != last_word) optind = first_word;
      return -1;
    }
    if (!is_option(argv[optind])) {
      if (keeps_order) return -1;
      optarg = argv[optind++];
      return 1;
    }
    const char *const word = argv[optind];
    const int is_double = word[1] == '-';
    const int is_short = strchr(list, word[1]) != NULL;
    if (longs && (is_double || (only && (word[2] != '\0' || !is_short) &&
                                (!is_short || is_prefix_of_any(longs, word + 1))))) {
      ++optind;
      return long_option(argc, argv, list, longs, index, word + 1 + is_double);
    }
    in_word = word + 1;
  }
  return short_option(argc, argv, list);
}

int getopt(int argc, char *const argv[], const char *list) {
  return next_option(argc, (char **)argv, list, NULL, NULL, 0);
}

int getopt_long(int argc, char *const argv[], const char *list, const struct option *longs, int *index) {
  return next_option(argc, (char **)argv, list, longs, index, 0);
}

int getopt_long_only(int argc, char *const argv[], const char *list, const struct option *longs, int *index) {
  return next_option(argc, (char **)argv, list, longs, index, 1);
}
