import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import TextEngine
import Testing
import VaultSettings

@testable import Editor

@MainActor
@Suite("Slash commands")
struct EditorSlashTests {
  private func bench(
    _ text: String, keymap: KeymapStyle = .own, isOn: Bool = true
  ) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": text, "Groceries.md": "milk"],
      settings: isOn ? [.slashCommands: "yes"] : [:], keymap: keymap)
    await bench.open(columns: 60, rows: 30)
    if keymap == .own { bench.press("C-End") }
    return bench
  }

  private func rows(_ bench: EditorBench) -> [String]? { bench.screen.state.offer?.rows }

  private nonisolated static let written: [(text: String, typed: String, wanted: String)] = [
    ("", "/h2", "## |"), ("# old", " /heading3", "### old|"), ("- one", " /task", "- [ ] one|"),
    ("  - ", "/num", "  1. |"), ("> x", " /bul", "> - x|"), ("words", " /quote", "> words|"),
    ("", "/callout", "> [!note] |"), ("a\n", "/div", "a\n\n---\n|"), ("a", " /div", "a\n\n---\n|"),
    ("", "/code", "```|\n\n```\n"),
    ("a\r\n", "/tab", "a\r\n\r\n| | |  |\r\n| --- | --- |\r\n|  |  |\r\n"),
    ("a", " /date", "a 2026-03-02|"), ("", "/time", "10:30|"),
  ]

  @Test("The chosen command replaces what was typed", arguments: written)
  func writes(text: String, typed: String, wanted: String) async {
    let bench = await bench(text)
    bench.type(typed)
    await bench.settle()
    #expect(rows(bench)?.isEmpty == false)
    bench.press("Tab")
    await bench.settle()
    #expect(bench.marked == wanted)
    #expect(rows(bench) == nil)
    bench.press("C-z")
    // What a command of the editor writes is a step of its own.
    let isCommand = ["/time", " /date"].contains(typed)
    #expect(bench.text == text + (isCommand ? String(typed.prefix { $0 == " " }) : typed))
  }

  @Test("A slash offers all commands, each letter fewer, and a mismatch or a blank none")
  func offers() async {
    let bench = await bench("")
    bench.type("/")
    #expect(rows(bench)?.count == SlashCommand.all.count)
    bench.type("t")
    #expect(
      rows(bench) == ["Task", "Table", "Date today", "Time now", "Template…", "Embed a note"])
    bench.press("Backspace")
    #expect(rows(bench)?.count == SlashCommand.all.count)
    bench.type("xyz")
    #expect(rows(bench) == nil)
    bench.type(" /h ")
    #expect(rows(bench) == nil)
    #expect(bench.text == "/xyz /h ")
  }

  @Test("Esc leaves the text as typed, until another slash")
  func dismissed() async {
    let bench = await bench("")
    bench.type("/h")
    bench.press("Esc")
    bench.type("1")
    #expect(rows(bench) == nil)
    bench.type(" /h")
    #expect(rows(bench)?.first == "Heading 1")
    #expect(bench.text == "/h1 /h")
  }

  @Test(
    "Nothing is offered in words, addresses, code, front matter and links, or if switched off",
    arguments: [
      ("a", "/h"), ("https:", "//h"), ("`x ", "/h"), ("```\n", "/h"), ("---\na: ", "/h"),
      ("[[x ", "/h"),
    ])
  func elsewhere(text: String, typed: String) async {
    let bench = await bench(
      text + (text.hasPrefix("`x") ? "`" : text.hasPrefix("---") ? "\n---\n" : ""))
    if text.hasPrefix("`x") { bench.press("Left") }
    if text.hasPrefix("---") { bench.press("Up", "Up", "End") }
    bench.type(typed)
    await bench.settle()
    #expect(rows(bench)?.contains("Heading 1") != true)
    let off = await self.bench("", isOn: false)
    off.type("/h")
    #expect(rows(off) == nil)
  }

  @Test(
    "The link command begins a link and offers names, and the template command asks for a template")
  func links() async {
    let bench = await bench("see ")
    bench.type("/emb")
    bench.press("Enter")
    await bench.settle()
    #expect(bench.text == "see ![[")
    #expect(rows(bench) == ["Groceries"])
    bench.press("Tab")
    #expect(bench.text == "see ![[Groceries]]")
    bench.type(" /templ")
    bench.press("Enter")
    #expect(bench.wireframe.asked.contains("template for a?"))
    #expect(bench.text == "see ![[Groceries]] ")
  }

  @Test("In vim's insert mode a slash offers commands, and in its normal mode it searches")
  func vim() async {
    let bench = await bench("one\n", keymap: .vim)
    bench.type("o/task")
    #expect(rows(bench) == ["Task"])
    bench.press("Tab")
    bench.type("x")
    #expect(bench.text == "one\n- [ ] x\n")
    bench.press("Esc")
    bench.type("/one")
    #expect(rows(bench) == nil)
    #expect(bench.text == "one\n- [ ] x\n")
  }
}
