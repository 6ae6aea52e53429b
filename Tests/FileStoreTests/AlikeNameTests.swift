import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing
import Threads

@testable import FileStore

/// Answers which names a folder has, and records what it was asked.
private final class Teller: Sendable {
  struct Question: Equatable {
    var name: String
    var folder: String
    var moment: Timestamp
  }

  private let state: Signal<(known: [String]?, asked: [Question])>

  init(_ known: [String]?) { state = Signal((known, [])) }

  var asked: [Question] { state.change { $0.asked } }

  func vault(in folder: TemporaryFolder) -> VaultFolder {
    VaultFolder(root: folder.bytes, clock: StillClock()) { name, folder, moment in
      let name = String(decoding: name, as: UTF8.self)
      return self.state.change { state in
        state.asked.append(Question(name: name, folder: folder.text, moment: moment))
        return state.known?.map { NotePath($0) }
      }
    }
  }
}

@Suite("Names that look alike")
struct AlikeNameTests {
  private let folder = TemporaryFolder()

  private func changed(_ name: String) throws -> Timestamp {
    try Posix.facts(folder.bytes + Array("/\(name)".utf8)).changed
  }

  private func make(_ title: String, in place: String, _ vault: VaultFolder) throws -> String {
    try vault.create([1], titled: title, in: NotePath(place)).id.path.text
  }

  @Test("A folder whose names are all known is not read")
  func known() throws {
    folder.write("a/other.md", "")
    let teller = Teller(["a/PLAN.md", "a/plan 2.MD", "a/Plan 30.md"])
    let before = try changed("a")
    #expect(try make("Plan", in: "a", teller.vault(in: folder)) == "a/Plan 3.md")
    #expect(
      teller.asked
        == ["Plan.md", "Plan 2.md", "Plan 3.md"].map {
          .init(name: $0, folder: "a", moment: before)
        })
  }

  @Test("An unknown file is not overwritten")
  func unknownFile() throws {
    folder.write("Plan.md", "theirs")
    #expect(try make("Plan", in: "", Teller([]).vault(in: folder)) == "Plan 2.md")
    #expect(folder.text("Plan.md") == "theirs")
  }

  @Test("A folder whose names are unknown is read once")
  func unknown() throws {
    for name in ["PLAN.md", "plan 2.MD", "Cafe\u{301}.md"] { folder.write(name, "theirs") }
    let teller = Teller(nil)
    let vault = teller.vault(in: folder)
    #expect(try make("Plan", in: "", vault) == "Plan 3.md")
    #expect(teller.asked.map(\.name) == ["Plan.md"])
    #expect(try make("caf\u{e9}", in: "", vault) == "caf\u{e9} 2.md")
  }

  @Test("The folder is read instead of queried after many taken numbers")
  func manyNumbers() throws {
    for number in 1...60 { folder.write(number == 1 ? "x.md" : "X \(number).md", "") }
    let teller = Teller((1...60).map { $0 == 1 ? "x.md" : "X \($0).md" })
    #expect(try make("x", in: "", teller.vault(in: folder)) == "x 61.md")
    #expect(teller.asked.count == 40)
  }
}
