import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

/// Files that are listed folder by folder.
private struct FolderFiles: VaultFiles {
  private let all = MemoryFiles()
  let paths: [NotePath]

  init(_ paths: [NotePath]) { self.paths = paths }

  func survey(isCancelled: () -> Bool) -> FileSurvey { all.survey(isCancelled: isCancelled) }

  func survey(of folders: [NotePath]) -> FileSurvey {
    var survey = MemoryFiles(paths.filter { folders.contains($0.folder) }.map { ($0, 0) })
      .survey(isCancelled: { false })
    survey.unread = Set(paths.map(\.folder)).filter {
      folders.contains($0.folder) && $0.bytes != []
    }
    .sorted()
    return survey
  }

  func changed(_ folders: [NotePath]) -> [Timestamp?] { all.changed(folders) }
  func facts(of note: NoteID) -> FileFact? { nil }
  func attachments() -> [NotePath] { [NotePath("plan/map.png")] }
  func read(
    _ note: NoteID, from offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int { throw .notFound(note.path) }
}

@MainActor
@Suite("Completion by the keys of vim and emacs")
struct EditorCompletingTests {
  private func bench(
    _ text: String, _ keymap: KeymapStyle = .vim, files: [String: String] = [:],
    spelling: GivenSpelling? = nil, isReadOnly: Bool = false
  ) async -> EditorBench {
    var texts = files
    texts["a.md"] = text
    let bench = EditorBench(
      .note(EditorBench.note), texts, files: FolderFiles(texts.keys.map { NotePath($0) }),
      spelling: spelling, keymap: keymap, isReadOnly: isReadOnly)
    await bench.open()
    return bench
  }

  @Test("The words are drawn below the typed one, and keys of vim choose")
  func box() async {
    let bench = await bench("food fool\n\n\n\n")
    bench.type("jifo")
    bench.press("C-n")
    #expect(bench.screen.state.offer?.rows == ["food", "fool"])
    #expect(bench.screen.state.offer?.cell == EditorCell(row: 1, column: 0))
    #expect(bench.frame().text.contains("› food"))
    bench.press("C-n")
    #expect(bench.frame().text.contains("› fool"))
    #expect(bench.text == "food fool\nfool\n\n\n")
    bench.press("C-e")
    #expect(bench.screen.state.offer == nil)
    bench.type("rk")
    bench.press("C-p")
    #expect(bench.screen.state.offer == nil)
    #expect(bench.message == "Pattern not found")
    bench.press("Esc")
    #expect(bench.text == "food fool\nfork\n\n\n")
    #expect(!bench.chrome.state.contains("INSERT"))
    bench.type("u")
    #expect(bench.text == "food fool\n\n\n\n")
  }

  @Test("Text that arrives at once accepts the chosen word and goes on")
  func burst() async {
    let bench = await bench("food fool\n\n")
    bench.type("jifo")
    bench.press("C-n")
    _ = bench.screen.type(" and more")
    for key in "!" { bench.type(String(key)) }
    bench.press("Esc")
    #expect(bench.text.hasPrefix("food fool\nfood"))
    #expect(bench.screen.state.offer == nil)
  }

  @Test("A click ends the list and leaves the chosen word")
  func click() async {
    let bench = await bench("food fool\n\n")
    bench.type("jifo")
    bench.press("C-n")
    bench.click(0, 0)
    #expect(bench.screen.state.offer == nil)
    #expect(bench.text == "food fool\nfood\n")
  }

  @Test("C-x C-f completes the paths of notes and folders, from the note's folder")
  func files() async {
    let bench = await bench("\n", files: ["plan/one.md": "", "plan/two.md": "", "play.md": ""])
    bench.type("isee pla")
    bench.press("C-x", "C-f")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["plan/", "play.md"])
    #expect(bench.text == "see plan/\n")
    bench.press("C-y", "C-x", "C-f")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["plan/map.png", "plan/one.md", "plan/two.md"])
    bench.press("C-f", "C-f")
    #expect(bench.text == "see plan/two.md\n")
    bench.press("Esc")
    bench.type("onone/x")
    bench.press("C-x", "C-f")
    await bench.settle()
    #expect(bench.message == "Pattern not found")
  }

  @Test("A key that comes before the answer drops it")
  func late() async {
    let bench = await bench("\n", files: ["plan/one.md": ""])
    bench.type("ipla")
    bench.press("C-x", "C-f")
    bench.type("y")
    await bench.settle()
    #expect(bench.text == "play\n")
    #expect(bench.screen.state.offer == nil)
  }

  @Test("In a read-only note nothing is completed")
  func readOnly() async {
    let bench = await bench("food fo\n", isReadOnly: true)
    bench.type("A")
    bench.press("C-p")
    #expect(bench.text == "food fo\n")
    #expect(bench.screen.state.offer == nil)
  }

  // MARK: - Spelling

  private let spelling = GivenSpelling(
    ["milk", "milkshake", "and", "bread"], meant: ["mlik": ["milk", "mill"]])

  @Test("C-x C-k completes by the dictionary, and C-x s offers other words")
  func dictionary() async {
    let bench = await bench("\n", spelling: spelling)
    bench.type("imil")
    bench.press("C-x", "C-k")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows == ["milk", "milkshake"])
    bench.press("C-k")
    #expect(bench.text == "milkshake\n")
    bench.type(" mlik")
    bench.press("C-x")
    bench.type("s")
    await bench.settle()
    #expect(bench.text == "milkshake milk\n")
    bench.press("C-n", "Esc")
    #expect(bench.text == "milkshake mill\n")
  }

  @Test("Without dictionaries the spelling keys say so")
  func none() async {
    let bench = await bench("mlik\n")
    bench.type("]s")
    #expect(bench.message == "No dictionaries are installed.")
    bench.type("Ax")
    bench.press("C-x", "C-k")
    await bench.settle()
    #expect(bench.message == "No dictionaries are installed.")
    bench.press("Esc")
    for keys in ["z=", "zg", "zG", "zug", "zuG"] {
      bench.type(keys)
      await bench.settle()
      #expect(bench.message == "No dictionaries are installed.", "\(keys)")
    }
  }

  @Test("z= offers other words for the one here, 1z= takes the first, and u brings the word back")
  func suggests() async {
    let bench = await bench("see mlik\n", spelling: spelling)
    bench.type("w1z=")
    await bench.settle()
    #expect(bench.marked == "see |milk\n")
    bench.type("u")
    #expect(bench.text == "see mlik\n")
    bench.type("3z=")
    await bench.settle()
    #expect(bench.message == "Sorry, only 2 suggestions")
    bench.type("z=")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows.prefix(2) == ["1 milk", "2 mill"])
    bench.press("Down", "Enter")
    #expect(bench.marked == "see |mill\n")
    bench.type("uz=")
    await bench.settle()
    bench.type("2")
    #expect(bench.marked == "see |mill\n")
  }

  @Test("zg, zG and zug add the word here and remove it again")
  func ownWords() async {
    let bench = await bench("mlik brid\n", spelling: spelling)
    bench.type("zg")
    await bench.settle()
    #expect(bench.message == "“mlik” is one of your words now.")
    bench.type("2zg")
    await bench.settle()
    #expect(await spelling.added == ["person mlik", "vault mlik"])
    bench.type("zug")
    await bench.settle()
    #expect(bench.message == "“mlik” is removed from the list.")
    bench.type("zug")
    await bench.settle()
    #expect(bench.message == "The list does not have “mlik”.")
    bench.type("zw")
    #expect(bench.message.hasPrefix("Words cannot be marked as wrong here."))
  }

  @Test("]s takes a count")
  func counts() async {
    let bench = await bench("and mlik and brid and wrod\n", spelling: spelling)
    func go(_ keys: String) async -> String {
      bench.type(keys)
      for _ in 0..<8 {
        await bench.settle()
        _ = bench.frame()
      }
      return bench.marked
    }
    #expect(await go("2]s") == "and mlik and |brid and wrod\n")
    #expect(await go("]S") == "and mlik and brid and |wrod\n")
    #expect(await go("2[s") == "and |mlik and brid and wrod\n")
  }

  // MARK: - Emacs

  @Test("M-/ completes, C-M-/ lists, and the footer says how to save and leave")
  func emacs() async {
    let bench = await bench("format forest\nfo", .emacs)
    bench.press("M->", "M-/")
    #expect(bench.text == "format forest\nforest")
    bench.press("M-/", "C-/", "C-/", "C-M-/", "C-M-/")
    #expect(bench.screen.state.offer?.rows == ["forest", "format"])
    bench.press("C-n", "Enter")
    #expect(bench.text == "format forest\nforest")
    #expect(bench.screen.keyTable.hints.prefix(2).map(\.word) == ["save", "back"])
  }
}
