import Entities
import Files
import Glibc
import Services
import Synchronization
import TestSupport
import Testing

@testable import FileStore

@Suite("A vault's files in bulk")
struct FolderFilesTests {
  let bench = Bench()
  let outside = TemporaryFolder()

  private func paths(_ survey: FileSurvey) -> [String] {
    survey.entries.map { survey.path(of: $0).text }.sorted()
  }

  @Test("A survey lists every note with its facts and every folder with its time")
  func survey() throws {
    // More folders than one thread handles.
    var names: [String] = []
    for number in 0..<40 {
      names += ["\(number)/a.md", "\(number)/deep/b.txt"]
      bench.folder.write("\(number)/a.md", String(repeating: "x", count: number))
      bench.folder.write("\(number)/deep/b.txt", "")
      bench.folder.write("\(number)/picture.png", "")
      bench.folder.write("\(number)/.hidden/c.md", "")
    }
    bench.folder.setModified("7/a.md", seconds: 77)
    bench.folder.setModified("8", seconds: 88)
    let survey = bench.files.survey(isCancelled: { false })
    #expect(paths(survey) == names.sorted())
    let folders = [""] + (0..<40).flatMap { ["\($0)", "\($0)/deep"] }
    #expect(survey.folders.map(\.path.text).sorted() == folders.sorted())
    #expect(survey.folders.first { $0.path.text == "8" }?.changed.seconds != 88)
    #expect(survey.problems.isEmpty)
    for entry in survey.entries {
      let path = survey.path(of: entry)
      #expect(bench.files.facts(of: NoteID(path)) == entry.fact)
      if path.text == "7/a.md" {
        #expect(entry.fact.size == 7)
        #expect(entry.fact.modified.seconds == 77)
      }
    }
    #expect(bench.files.survey(isCancelled: { true }).entries.isEmpty)
    #expect(Set(bench.files.attachments()) == Set((0..<40).map { NotePath("\($0)/picture.png") }))
  }

  @Test("Two threads share a large folder and visit each note exactly once")
  func largeFolder() throws {
    var names: [String] = []
    for number in 0..<1500 { names.append(number < 1200 ? "n\(number).md" : "deep/n\(number).md") }
    for name in names { bench.folder.write(name, name) }
    for _ in 0..<20 {
      let survey = bench.files.survey(isCancelled: { false })
      #expect(paths(survey) == names.sorted())
      #expect(
        paths(bench.files.survey(of: [NotePath("")])) == names.filter { !$0.contains("/") }.sorted()
      )
    }
  }

  @Test("A survey of some folders lists only those folders")
  func someFolders() {
    for name in ["a.md", "x/b.md", "x/y/c.md", ".h/d.md"] { bench.folder.write(name, "") }
    outside.write("e.md", "")
    bench.folder.link("out", to: outside.path)
    let asked = ["x", "gone", "a.md", ".h", "out", "x/../x", ""].map { NotePath($0) }
    let survey = bench.files.survey(of: asked)
    #expect(paths(survey) == ["a.md", "x/b.md"])
    #expect(survey.folders.map(\.path.text).sorted() == ["", "x"])
    #expect(survey.problems.isEmpty)
  }

  @Test("Only a file with a note's name has facts")
  func facts() {
    bench.folder.write("a.md", "text")
    bench.folder.write("a.png", "")
    bench.folder.write(".trash/a.md", "")
    bench.folder.makeFolder("folder.md")
    for name in ["gone.md", "a.png", ".trash/a.md", "folder.md", "../a.md", "a.md/b.md"] {
      #expect(bench.files.facts(of: NoteID(name)) == nil, "\(name)")
    }
    #expect(bench.files.facts(of: NoteID("a.md"))?.size == 4)
  }

  @Test("A note is read up to the size of the buffer", arguments: [0, 3, 4, 5, 100])
  func read(capacity: Int) throws {
    bench.folder.write("x/a.md", "text")
    bench.folder.link("link.md", to: "x/a.md")
    for name in ["x/a.md", "link.md"] {
      var bytes = [UInt8](repeating: 0, count: capacity)
      let got = try bytes.withUnsafeMutableBytes { try bench.files.read(NoteID(name), into: $0) }
      #expect(got == min(4, capacity))
      #expect(bytes.prefix(got).elementsEqual("text".utf8.prefix(got)))
    }
  }

  @Test("Visitors see each note once, and files that must not be opened never are")
  func visited() throws {
    var expected: [String: String?] = [:]
    for number in 0..<1500 {
      let name = ["n\(number).md", "deep/n\(number).md", "deep/er/n\(number).md"][number % 3]
      bench.folder.write(name, "text of \(number)")
      expected[name] = "text of \(number)"
    }
    bench.folder.write("picture.png", "")
    bench.folder.write(".hidden/x.md", "")
    bench.folder.write("shut.md.age", "closed")
    bench.folder.makeFolder("folder.md")
    bench.folder.link("deep/in.md", to: "../n0.md")
    outside.write("secret.md", "secret")
    bench.folder.link("out.md", to: "\(outside.path)/secret.md")
    bench.folder.link("circle.md", to: "circle.md")
    #expect(mkfifo(bench.folder.path("pipe.md"), 0o644) == 0)
    bench.folder.link("topipe.md", to: "pipe.md")
    expected["deep/in.md"] = "text of 0"
    let shut = ["shut.md.age", "out.md", "circle.md", "pipe.md", "topipe.md"]
    for name in shut { expected[name] = .some(nil) }
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    for path in [bench.folder.path("pipe.md"), outside.path("secret.md")] {
      #expect(inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0)
    }
    let seen = Mutex<[String: String?]>([:])
    let isDone = bench.files.visit(isCancelled: { false }) { bytes in
      return { note in
        var buffer = [UInt8](repeating: 0, count: 100)
        let count = try? buffer.withUnsafeMutableBytes { try bytes.read(note, from: 0, into: $0) }
        let text = count.map { String(decoding: buffer[..<$0], as: UTF8.self) }
        seen.withLock { seen in
          #expect(seen.updateValue(text, forKey: note.path.text) == nil)
        }
      }
    }
    #expect(isDone)
    let found = seen.withLock { $0 }
    #expect(found.count == expected.count)
    #expect(expected.allSatisfy { found[$0.key] == .some($0.value) })
    var events = [UInt8](repeating: 0, count: 1_000)
    #expect(Glibc.read(watch, &events, events.count) == -1)
    #expect(errno == EAGAIN)
  }

  @Test("A canceled visit ends")
  func stoppedVisit() {
    for number in 0..<50 { bench.folder.write("\(number)/a.md", "") }
    let count = Mutex(0)
    #expect(
      bench.files.visit(isCancelled: { count.withLock { $0 > 3 } }) { _ in
        { _ in count.withLock { $0 += 1 } }
      })
    #expect(count.withLock { $0 } < 20)
  }

  @Test("Reading refuses missing files, non-files and files outside the vault")
  func refused() {
    _ = mkfifo(bench.folder.path("pipe.md"), 0o644)
    bench.folder.makeFolder("folder.md")
    outside.write("secret.md", "secret")
    bench.folder.link("out", to: outside.path)
    bench.folder.link("circle.md", to: "circle.md")
    let files = bench.files
    var buffer = [UInt8](repeating: 0, count: 10)
    let names = [
      "pipe.md", "folder.md", "out/secret.md", "circle.md", "gone.md", "../x.md",
      "\(outside.path)/secret.md",
    ]
    for name in names {
      #expect(throws: NoteStoreError.self, "\(name)") {
        try buffer.withUnsafeMutableBytes { try files.read(NoteID(name), into: $0) }
      }
    }
    #expect(buffer.allSatisfy { $0 == 0 })
  }

  @Test("A vault whose folder was replaced is read from the new folder")
  func replacedRoot() throws {
    let home = TemporaryFolder()
    home.write("vault/a.md", "old")
    let files = FolderFiles(root: home.bytes + Array("/vault".utf8), clock: bench.clock)
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(try buffer.withUnsafeMutableBytes { try files.read(NoteID("a.md"), into: $0) } == 3)
    home.rename("vault", to: "other")
    home.write("vault/b.md", "four")
    #expect(try buffer.withUnsafeMutableBytes { try files.read(NoteID("b.md"), into: $0) } == 4)
  }
}
