"""The harness of all tests. The modules of tests/fixtures describe the fixtures."""

import os

from hypothesis import HealthCheck, settings

# No deadlines: a busy machine must not fail a test. CI tries the same examples each time, local runs try new ones.
settings.register_profile(
    "assay",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("assay")

pytest_plugins = (
    "tests.fixtures.garbage",
    "tests.fixtures.services",
    "tests.fixtures.databases",
    "tests.fixtures.mailbox",
    "tests.fixtures.storage",
    "tests.fixtures.application",
    "tests.fixtures.people",
    "tests.fixtures.identity_provider",
    "tests.fixtures.live_server",
    "tests.fixtures.browser",
)
