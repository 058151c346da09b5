"""The accounts of the demo data, which `make run` prints."""

DEMO_PASSWORD = "Walnut-Harbour-27"  # noqa: S105  (of demo data only, and printed at each start)
DEMO_EMAILS = ("buyer@demo.example", "supplier@demo.example", "admin@demo.example")
