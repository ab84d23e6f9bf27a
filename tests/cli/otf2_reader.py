# SPDX-License-Identifier: MIT
"""Reads an OTF2 archive by OTF2's own reader for Python (Debian: python3-otf2), holds the events of every
location to the rules of the format, and prints what there was as JSON. To be run by a Python that has the
module."""
import collections
import json
import sys

import otf2


def main(path):
    count = collections.Counter()
    regions = collections.Counter()
    stacks = collections.defaultdict(list)
    last = collections.defaultdict(int)
    sent, received = collections.Counter(), collections.Counter()
    open_requests = collections.defaultdict(set)
    in_collective = collections.Counter()
    with otf2.reader.open(path) as trace:
        locations = list(trace.definitions.locations)
        for location, event in trace.events:
            kind = type(event).__name__
            count[kind] += 1
            assert event.time >= last[location], f"{location}: time runs backwards"
            last[location] = event.time
            rank = location.group.name, location.name
            if kind == "Enter":
                stacks[location].append(event.region)
                regions[event.region.name] += 1
            elif kind == "Leave":
                assert stacks[location].pop() is event.region, f"{location}: leaves another region"
            elif kind in ("MpiSend", "MpiIsend"):
                sent[event.communicator.name, event.msg_tag, event.msg_length] += 1
            elif kind in ("MpiRecv", "MpiIrecv"):
                received[event.communicator.name, event.msg_tag, event.msg_length] += 1
            elif kind == "MpiCollectiveBegin":
                in_collective[location] += 1
            elif kind == "MpiCollectiveEnd":
                in_collective[location] -= 1
            if kind in ("MpiIsend", "MpiIrecvRequest"):
                assert event.request_id not in open_requests[location], f"{rank}: a request twice"
                open_requests[location].add(event.request_id)
            elif kind in ("MpiIsendComplete", "MpiIrecv", "MpiRequestCancelled"):
                open_requests[location].remove(event.request_id)
        resolution = trace.timer_resolution
    assert not any(stacks.values()), "regions are left open"
    assert not any(open_requests.values()), "requests are left open"
    assert not any(in_collective.values()), "collectives are left open"
    assert sent == received, "messages are sent that nobody receives, or the other way round"
    print(json.dumps({"locations": len(locations), "resolution": resolution, "events": count,
                      "regions": regions, "last": max(last.values())}))


main(sys.argv[1])
