import Testing

/// What is marked as thorough runs in `make check` alone, and only where the Makefile names it.
@Suite("Tests that take minutes")
struct ThoroughTests {
  @Test("Each file with a test marked as thorough is run by make thorough")
  func named() throws {
    let line = try #require(
      try House.text("Makefile").split(separator: "\n").first { $0.hasPrefix("THOROUGH = ") })
    let pattern = try Regex(String(line.dropFirst("THOROUGH = ".count)))
    let files = try House.files(below: "Tests").filter {
      !$0.hasPrefix("Tests/TestSupport/") && !$0.hasPrefix("Tests/EngineFuzz/")
    }
    var forgotten: [String] = []
    for path in files where !path.hasSuffix("/ThoroughTests.swift") {
      let text = try House.text(path)
      guard text.contains(#/\.thorough\b|\bThorough\.(isAsked|calls|seeds)/#) else { continue }
      let target = path.split(separator: "/")[1]
      let types = text.matches(of: #/(?:struct|class|extension) ([A-Za-z]+Tests)\b/#).map(\.1)
      if !types.contains(where: { "\(target).\($0)/".contains(pattern) }) { forgotten.append(path) }
    }
    #expect(forgotten == [])
  }
}
