"""Who calls whom, and programs that have fewer calls or more procedures, so that pointers lead to fewer objects."""
