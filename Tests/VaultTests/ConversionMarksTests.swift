import Files
import TestSupport
import Testing
import Vault

/// A mark counts on the computer that made it, and on no other one.
@Suite("Conversion marks and this computer's own record")
struct ConversionMarksTests {
  private let folder = TemporaryFolder()
  private let state = TemporaryFolder()

  private var marks: ConversionMarks { ConversionMarks(stateFolder: state.bytes) }
  private var elsewhere: ConversionMarks {
    ConversionMarks(stateFolder: state.bytes + Array("/other".utf8))
  }
  private var text: String { folder.text(ConversionMark.path) ?? "" }

  private func begin(
    _ direction: ConversionMark.Direction, _ phase: ConversionMark.Phase
  ) throws {
    try marks.write(.init(direction, phase), in: folder.bytes)
  }

  @Test("This computer recognizes its own mark, and no other computer does")
  func own() throws {
    folder.write("a.md", "plain")
    #expect(try marks.found(in: folder.bytes) == .none)
    try begin(.encrypting, .copying)
    #expect(try marks.found(in: folder.bytes) == .own(.init(.encrypting, .copying)))
    #expect(try elsewhere.found(in: folder.bytes) == .foreign(.plain))
    #expect(text.hasPrefix("encrypting copying ") && text.count == 19 + 32 + 1)
    let number = text.suffix(33)
    try begin(.encrypting, .removing)
    #expect(text == "encrypting removing \(number)")
    #expect(try marks.found(in: folder.bytes) == .own(.init(.encrypting, .removing)))
    try marks.remove(in: folder.bytes)
    #expect(try marks.found(in: folder.bytes) == .none)
    #expect(!folder.exists(".notes-tui") && state.names(in: "converting") == [])
  }

  @Test("Progress is read from this computer's record, whatever the mark says")
  func phase() throws {
    try begin(.decrypting, .copying)
    folder.write(ConversionMark.path, text.replacingCopying())
    #expect(try marks.found(in: folder.bytes) == .own(.init(.decrypting, .copying)))
    // Another direction under the same number is a foreign mark.
    folder.write(ConversionMark.path, "encrypting" + text.dropFirst(10))
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
  }

  @Test("The mark of a finished conversion is foreign when it is put back")
  func replayed() throws {
    try begin(.decrypting, .removing)
    let old = text
    try marks.remove(in: folder.bytes)
    folder.write(ConversionMark.path, old)
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
    try begin(.decrypting, .copying)
    #expect(text.suffix(33) != old.suffix(33))
    folder.write(ConversionMark.path, old)
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
  }

  @Test(
    "An invalid mark counts as another computer's, and can be removed",
    arguments: [
      "", "\n", "encrypting copying\n", "encrypting copying 0123456789abcdef0123456789abcdef",
      "encrypting  copying 0123456789abcdef0123456789abcdef\n", "decrypting removing x\n",
    ])
  func others(text: String) throws {
    folder.write(ConversionMark.path, text)
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
    try marks.remove(in: folder.bytes)
    #expect(try marks.found(in: folder.bytes) == .none)
  }

  @Test("A link, a folder or an endless file under the mark's name counts as a foreign mark")
  func otherKinds() throws {
    folder.makeFolder(".notes-tui")
    folder.link(ConversionMark.path, to: "/dev/zero")
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
    folder.remove(ConversionMark.path)
    folder.makeFolder(ConversionMark.path)
    #expect(try marks.found(in: folder.bytes) == .foreign(.plain))
    #expect(VaultLock.plainWriteRefusal(folder.bytes) != nil)
  }
}

extension String {
  fileprivate func replacingCopying() -> String {
    split(separator: " ").map { $0 == "copying" ? "removing" : String($0) }.joined(separator: " ")
  }
}
