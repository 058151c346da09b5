"""The harness of all tests. What tests use is named and described in the modules of tests/fixtures."""

import os

from hypothesis import HealthCheck, settings

# A busy machine is no fault of a test, so no time is a limit. Where changes are judged, the same examples
# are tried each time; at a desk, new ones.
settings.register_profile(
    "assay",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("assay")

pytest_plugins = (
    "tests.fixtures.services",
    "tests.fixtures.databases",
    "tests.fixtures.mailbox",
    "tests.fixtures.storage",
    "tests.fixtures.application",
    "tests.fixtures.people",
    "tests.fixtures.live_server",
    "tests.fixtures.browser",
)
