import Testing

/// What nobody else may see is in memory of two kinds, each made only after dumps were forbidden.
@Suite("Memory for secrets")
struct SecretMemoryTests {
  private static let kinds = [
    "Sources/Secrets/TypedSecret.swift", "Sources/Vault/Primitives/Secret.swift",
  ]

  @Test("Only two types make memory for secrets, and both forbid dumps first")
  func kinds() throws {
    let found = try House.grep(
      "\\b(mlock|sodium_malloc|MADV_DONTDUMP)\\b", below: "Sources", in: "*.swift"
    ).map(\.path)
    #expect(Set(found).isSubset(of: Self.kinds) && !found.isEmpty)
    for path in Self.kinds {
      #expect(
        try House.text(path).contains(#/\binit\b[^{]*\{[^}]*(forbidDumps|Dumps\.forbid)/#),
        "\(path)")
    }
  }

  @Test("Echo on a terminal is turned off only in the passphrase question")
  func question() throws {
    // The pseudo-terminal of scripts asks nobody.
    let found = try House.grep("\\bECHO\\b", below: "Sources", in: "*.swift").map(\.path)
    #expect(
      Set(found) == [
        "Sources/UIScripts/PtyProcess.swift", "Sources/notes-tui/PassphraseQuestion.swift",
      ])
  }
}
