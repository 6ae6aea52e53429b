import TestSupport
import Testing

/// Real builds in copies, one after the other.
@Suite("Builds of a changed package", .serialized, .thorough)
struct BuildTests {}
