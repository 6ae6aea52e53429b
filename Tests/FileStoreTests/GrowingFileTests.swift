import Entities
import Files
import OpenVault
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The record of an import is appended to")
struct GrowingFileTests {
  private let state = TemporaryFolder()
  private let vault = VaultID(NotePath("/notes/mine"))

  private func imported(_ seal: StateSeal = .none) -> StoredValue<ImportedNotes> {
    StateFiles(stateFolder: state.bytes, vault: vault, seal: seal).state().imported
  }

  /// Some notes, each with this digest of its written text.
  private func notes(_ numbers: Range<Int>, written: UInt64 = 0) -> ImportedNotes {
    ImportedNotes(
      Dictionary(
        uniqueKeysWithValues: numbers.map { number in
          (
            "keep \(number)",
            ImportedNotes.Entry(
              path: NotePath("In/\(number).md"), source: UInt64(number), written: written)
          )
        }))
  }

  private var file: String {
    let folder = state.names(in: "imports").first ?? ""
    return "imports/\(folder)/notes"
  }

  @Test("Later additions count in plain and encrypted form", arguments: [false, true])
  func later(isClosed: Bool) async throws {
    let seal = isClosed ? StateSeal.toy : .none
    try await imported(seal).add(notes(0..<5))
    try await imported(seal).add(notes(3..<8, written: 7))
    let all = imported(seal).value().entries
    #expect(all.count == 8)
    #expect(all["keep 2"]?.written == 0 && all["keep 3"]?.written == 7)
    #expect(all["keep 7"]?.path == NotePath("In/7.md"))
  }

  @Test("Only additions are written until a change rewrites the file")
  func end() async throws {
    try await imported().add(notes(0..<5))
    let first = try #require(state.text(file))
    try await imported().add(notes(0..<5, written: 7))
    let second = try #require(state.text(file))
    #expect(second.hasPrefix(first) && second.count > first.count)
    try await imported().change {
      $0.follow([NoteMove(from: NoteID("In/0.md"), to: NoteID("A.md"))])
    }
    let third = try #require(state.text(file))
    #expect(third.split(separator: "\n").count == 5)
    #expect(imported().value().entries["keep 0"]?.path == NotePath("A.md"))
  }

  @Test("A cut-off line is the only loss, and later additions are intact")
  func cutOff() async throws {
    try await imported().add(notes(0..<5, written: 0xabcdef))
    let whole = try #require(state.read(file))
    for count in 1..<20 {
      state.write(file, Array(whole.dropLast(count)))
      #expect(imported().value().entries.count == 4)
      try await imported().add(notes(5..<6, written: 1))
      let all = imported().value().entries
      #expect(all.count == 5 && all["keep 3"]?.written == 0xabcdef && all["keep 5"]?.written == 1)
    }
  }
}
