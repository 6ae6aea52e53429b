import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("A filter typed letter by letter")
struct FilterTests {
  private let folder = TemporaryFolder()

  /// Few letters, so that many rows nearly match; long and empty rows too.
  private static func text(_ random: inout SeededRandom) -> String {
    let letters: [String] = ["a", "b", "c", "t", "h", "7", "-", "é", " ", " "]
    let count = [0, 3, 12, 40, 90].randomElement(using: &random) ?? 3
    return (0..<count).map { _ in letters.randomElement(using: &random) ?? "a" }.joined()
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    text.count >= word.count
      && (0...(text.count - word.count)).contains {
        text[$0..<($0 + word.count)].elementsEqual(word)
      }
  }

  @Test("The rows with all the words are the rows that a plain search finds", arguments: 0..<8)
  func plainLook(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var rows = FoldedRows()
    var texts: [[UInt8]] = []
    for number in 0..<200 {
      let parts = [Self.text(&random), Self.text(&random), Self.text(&random)]
      rows.append(
        Int64(number),
        NoteSummary(
          id: NoteID(parts[2]), title: parts[0], snippet: parts[1],
          modified: Timestamp(seconds: 0)))
      texts.append(FoldedText.of(parts.joined(separator: "\n")))
    }
    let words = [
      ["a"], ["é"], ["-"], ["th"], ["t", "h"], ["abc"], ["a", "-b"], ["7"], ["z"], ["catht"],
      ["ca", "cat"], ["é-"], ["aaaaaaaaaaaaaaaaaaaa"],
    ].map { $0.map { FoldedText.of($0) } }
    for words in words {
      let wanted = texts.indices.filter { row in
        words.allSatisfy { Self.contains(texts[row], $0) }
      }
      #expect(rows.matches(words) == wanted.map { Int64($0) }, "\(words)")
      let some = texts.indices.filter { $0 % 3 == 0 }.map { UInt32($0) }
      #expect(rows.indices(of: words, among: some).map { Int($0) } == wanted.filter { $0 % 3 == 0 })
    }
  }

  private func paths(_ vault: VaultIndex, _ words: String) async throws -> [String] {
    try await Self.paths(vault.catalog(Self.request(words)))
  }

  private static func request(_ words: String) -> CatalogRequest {
    var request = CatalogRequest()
    request.words = words
    return request
  }

  private static func paths(_ catalog: any NoteCatalog) -> [String] {
    catalog.notes(in: 0..<catalog.count).map(\.id.path.text)
  }

  @Test("Letters typed and deleted find what the same words find at once")
  func typed() async throws {
    let files = MemoryVault()
    var random = SeededRandom(seed: 5)
    for number in 0..<60 {
      files.write(
        "n\(number).md", "# \(Self.text(&random))\n\n\(Self.text(&random))", seconds: Int64(number))
    }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    vault.warmFilter()
    let typed = [
      "t", "th", "tha", "th", "t", "", "a", "a b", "a bc", "a b", "c a", "h", "th", "b a", "z",
      "z a", "7", "7 t", "th 7", "t", "é", "éa", "É", "n1", "n12", "n1",
    ]
    for round in 0..<2 {
      for words in typed {
        let fresh = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
        let wanted = try await paths(fresh, words)
        var reversed = Self.request(words)
        reversed.isReversed = true
        let turned = try await Self.paths(fresh.catalog(reversed))
        #expect(try await paths(vault, words) == wanted, "“\(words)”")
        #expect(try await Self.paths(vault.catalog(reversed)) == turned, "“\(words)”")
        #expect(Set(turned) == Set(wanted))
      }
      // Earlier results no longer count.
      files.write("n\(round).md", "# that\n\nthat is new", seconds: Int64(2_000 + round))
      files.remove(NotePath("n5\(round).md"))
      _ = await vault.reconciled()
    }
  }

  @Test("A note knows its position among the filtered notes, in either order")
  func places() async throws {
    let files = MemoryVault()
    for number in 0..<40 {
      let title = number % 3 == 0 ? "tea" : "milk"
      files.write("n\(number).md", "# \(title)", seconds: Int64(number))
    }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    for words in ["", "e", "tea", "milk", "none"] {
      for isReversed in [false, true] {
        var request = Self.request(words)
        request.isReversed = isReversed
        let catalog = try await vault.catalog(request)
        let all = catalog.notes(in: 0..<catalog.count).map(\.id)
        for number in 0..<40 {
          let note = NoteID("n\(number).md")
          #expect(catalog.position(of: note) == all.firstIndex(of: note))
        }
        #expect(catalog.notes(in: 1..<5).map(\.id) == Array(all.dropFirst().prefix(4)))
      }
    }
  }

  @Test(
    "Titles alone come in row order, however many are requested at a time",
    arguments: [40, 600])
  func titles(notes: Int) async throws {
    let files = MemoryVault()
    for number in 0..<notes {
      files.write("n\(number).md", "# title \(number)", seconds: Int64(number * 7 % notes))
    }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    for isFolded in [false, true] {
      if isFolded { _ = try await vault.catalog(Self.request("title")) }
      for isReversed in [false, true] {
        var request = CatalogRequest()
        request.isReversed = isReversed
        let rows = try await vault.catalog(request)
        let wanted = rows.notes(in: 0..<notes).map { NoteTitle(id: $0.id, title: $0.title) }
        // A new one, since a catalog learns more with each question.
        let catalog = try await vault.catalog(request)
        #expect(catalog.position(of: wanted[17].id) == 17)
        #expect(catalog.titles(in: 17..<18) == [wanted[17]])
        var found: [NoteTitle] = []
        for start in stride(from: 0, to: notes, by: 31) {
          found += catalog.titles(in: start..<min(notes, start + 31))
        }
        #expect(found == wanted)
        #expect(Set(wanted).count == notes)
      }
    }
  }

  @Test(
    "Notes with the words in their titles come first, the best matches before the others",
    arguments: [
      ("pri", [false: "2 5 4 1", true: "2 5 1 4"]), ("p", [false: "2 5 1 4", true: "2 1 5 4"]),
      ("é pri", [false: "5 2 4 1", true: "2 5 1 4"]),
      ("pri a", [false: "2 5 4 1", true: "2 1 4 5"]),
    ] as [(String, [Bool: String])])
  func titlesFirst(words: String, expected: [Bool: String]) async throws {
    let files = MemoryVault()
    let texts = [
      "# Apple\n\npri a", "# Prices a", "# Rest", "# Blue a\n\nthe price É", "# Sprint é\n\na",
    ]
    for (number, text) in texts.enumerated() {
      files.write("\(number + 1).md", text, seconds: Int64(number))
    }
    func order(_ vault: VaultIndex, _ change: (inout CatalogRequest) -> Void) async throws -> String
    {
      var request = Self.request(words)
      change(&request)
      return try await Self.paths(vault.catalog(request)).map { String($0.prefix(1)) }
        .joined(separator: " ")
    }
    let unread = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    for isReversed in [false, true] {
      #expect(try await order(unread) { $0.isReversed = isReversed } == expected[isReversed])
    }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    _ = await vault.reconciled()
    for isReversed in [false, true] {
      #expect(try await order(vault) { $0.isReversed = isReversed } == expected[isReversed])
      let created = try await order(vault) {
        ($0.isReversed, $0.order) = (isReversed, .created)
      }
      #expect(created == expected[isReversed])
    }
    if words == "pri" {
      #expect(try await order(vault) { $0.order = .title } == "2 5 1 4")
      #expect(try await order(vault) { $0.folder = NotePath("") } == "2 5 4 1")
    }
  }

  @Test(
    "A filter finds the title that it names, then those that begin with it, then words, then parts",
    arguments: [
      ("board", "1 2 3 4 5"), ("BOARD ", "1 2 3 4 5"), ("board o", "3 2 4 1 5"), ("boards", "2"),
    ])
  func bestTitleFirst(words: String, expected: String) async throws {
    let files = MemoryVault()
    // The oldest fits best.
    let titles = ["Board", "Boards of others", "On a board", "Dashboard", "Other"]
    for (number, title) in titles.enumerated() {
      let text = "# \(title)\n\n\(title == "Other" ? "a board" : "")"
      files.write("\(number + 1).md", text, seconds: Int64(number))
    }
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    func order() async throws -> String {
      try await Self.paths(vault.catalog(Self.request(words))).map { String($0.prefix(1)) }
        .joined(separator: " ")
    }
    #expect(try await order() == expected, "without an index")
    _ = await vault.reconciled()
    #expect(try await order() == expected)
  }

  @Test("A filter without an index reads nothing ahead and finds the right notes")
  func withoutIndex() async throws {
    let files = MemoryVault()
    files.write("a.md", "# That\n\ntext", seconds: 1)
    let vault = VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
    vault.warmFilter()
    #expect(try await paths(vault, "that") == ["a.md"])
  }
}
