"""The memory of a state. A file imports only from those above it in the table.

==============================================  ====================
notion                                          file
==============================================  ====================
pages of cells, copied on write                 ``pages``
objects, their table; objects with an address   ``objects``
maps of languages with maps                     ``maps``
objects and wrong accesses in words             ``problems``
what a memory state is, and which are equal     ``memory_state``
what a value points to, what can be reached     ``reachable``
objects that a symbolic address points into     ``resolution``
pointers as numbers, numbers as pointers        ``addresses``
two pointers: equal, below, distance            ``relations``
objects in cell form                            ``cells``
objects in array form                           ``arrays``
loads and stores                                ``accesses``
allocation, free, scopes                        ``lifetimes``
what code outside knows and may change          ``outside``
memcpy, memset, builtin operations              ``bulk``
heap objects left at the end                    ``leaks``
==============================================  ====================
"""
