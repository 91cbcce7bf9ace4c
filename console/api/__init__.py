"""The JSON API for programs: the queries, services and display values of the pages, without the pages."""
