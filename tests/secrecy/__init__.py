"""Non-interference: two worlds that differ only in what a viewer must not know send that viewer equal bytes.

`site` serves the product to real sockets in this process, so that a leak can be planted in it; `worlds` plays
a round in which other people's hands, their choices and the seed are redrawn; `viewers` keep every byte they
are sent; `equal` lists all that may differ nevertheless, and why; `leaks` are the planted faults.
"""
