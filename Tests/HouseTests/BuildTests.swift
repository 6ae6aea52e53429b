import Glibc
import Testing

/// Real builds in copies, one after the other: minutes, so `swift test` alone leaves them out.
/// `make test` and `.ci/run` run them, by NOTES_TUI_HOUSE=1.
@Suite(
  "Builds of a changed package", .serialized,
  .enabled(
    if: getenv("NOTES_TUI_HOUSE") != nil,
    "it builds copies of the package: set NOTES_TUI_HOUSE=1, as make test does"))
struct BuildTests {}
