import TestSupport
import Testing

/// Real builds in one copy: with two more modules, then with what must not build.
@Suite("Builds of a changed package", .thorough)
struct BuildTests {
  @Test(
    "Z15 R10 G6 K2 C5 Generated modules build and pass; a missing part then breaks only App")
  func builds() async throws {
    let copy = try await PackageCopy(.built)
    try await generate(in: copy)
    try await breakOnlyApp(in: copy)
  }
}
