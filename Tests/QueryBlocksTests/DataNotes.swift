import Entities
import FileStore
import Markdown
import SearchIndex
import Services
import TestSupport

@testable import Bases
@testable import QueryBlocks

extension BlockAnswer {
  /// The answer as written out, line by line.
  var markdown: [String] { AnswerMarkdown.lines(of: self) }
}

/// Notes on disk, and the answers of Dataview blocks in `Home.md` on Monday, 2026-03-02, 10:30.
struct DataNotes {
  private let folder = TemporaryFolder()
  let blocks: VaultBlocks

  init(_ notes: [String: String] = Self.books) {
    for (path, text) in notes { folder.write("notes/" + path, text) }
    let obsidian = ObsidianFolder(root: folder.bytes + Array("/notes".utf8))
    let clock = StillClock()
    let files = FolderFiles(root: folder.bytes + Array("/notes".utf8), clock: clock)
    let index = VaultIndex(files: files, folder: folder.bytes + Array("/none".utf8), clock: clock)
    blocks = VaultBlocks(
      search: index.search, tasks: index.tasks, store: MemoryNoteStore([:]), tables: index.tables,
      foreign: obsidian, files: files, clock: clock)
  }

  func whole(_ text: String) async -> BlockAnswer {
    await blocks.answer(QueryBlock(.dataview, text), in: NoteID("Home.md"))
  }

  /// The Markdown without backslashes that escape note signs, and without empty lines.
  func answer(_ text: String) async -> [String] {
    await whole(text).markdown.map { $0.filter { $0 != "\\" } }.filter { !$0.isEmpty }
  }

  /// The value of an expression in `Home.md`.
  func value(_ text: String) async -> String {
    let answer = await blocks.answer(QueryBlock(.inline, text), in: NoteID("Home.md"))
    return answer.markdown.map { $0.filter { $0 != "\\" } }.joined(separator: "\n")
  }

  static let books = [
    "Home.md": """
    ---
    genre: novel
    goal: 3
    list: [3, 1, 2]
    span: 2 hours
    ---
    Owner:: [[People/Ann|Ann]]
    see [[Emma]] and [[Dune]]
    """,
    "Emma.md": """
    ---
    genre: novel
    pages: 300
    rating: 4
    due: 2026-03-09
    aliases: [E]
    ---
    #book/old
    Read On:: 2026-02-01
    Some [mood:: calm] words, by [author:: [[People/Ann]]]
    """,
    "Dune.md": """
    ---
    genre: novel
    pages: 412
    tags: [book, desert]
    due: 2026-03-01
    ---
    (mood:: "dry, hot")

    - [ ] read it 📅 2026-03-05 [effort:: 3]
    - [x] buy it
    """,
    "Rome.md": "---\ngenre: history\npages: 90\n---\n#book\n[[Emma]]\nmood:: 1, 2\n",
    "People/Ann.md": "---\nrole: author\n---\nback to [[Home]]\n\n# Plans\n\n- [ ] write\n",
    "Daily/2026-03-01.md":
      "`[code:: 1]`\n\n```\nfence:: 1\n```\n\n- weight:: 70 kg\n- **Tempo**:: 3\n",
  ]
}
