import Cells
import Entities
import Markdown
import NoteList
import Search
import Services

/// Reads files, folders and texts.
extension ObsidianCommands {
  func read(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    write(try await text(of: try await note(call)))
    return .done
  }

  func file(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let path = try await file(named: call)
    guard let file = await open.listing().files.first(where: { $0.path == path }) else {
      throw CommandFailure(NoteStoreError.notFound(path))
    }
    let created = path.isOfNote ? try await details(of: NoteID(path)).created : nil
    write([
      ("path", path.text), ("name", path.isOfNote ? path.stem.text : Self.stem(of: path)),
      ("extension", Self.ending(of: path)), ("size", "\(file.fact.size)"),
      ("created", "\(Self.milliseconds(created ?? file.fact.modified))"),
      ("modified", "\(Self.milliseconds(file.fact.modified))"),
    ])
    return .done
  }

  private static func milliseconds(_ time: Timestamp) -> Int64 {
    time.seconds.multipliedReportingOverflow(by: 1000).partialValue
      + Int64(time.nanoseconds / 1_000_000)
  }

  private static func stem(of path: NotePath) -> String {
    let name = path.name.text
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  private static func ending(of path: NotePath) -> String {
    let name = path.name.text
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  func details(of note: NoteID) async throws(CommandFailure) -> NoteDetails {
    let details = try await onBehalf(ofIndex: await open.details(of: note))
    if let details { return details }
    throw CommandFailure(NoteStoreError.notFound(note.path))
  }

  func files(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let folder = try folder(call["folder"])
    let ending = call["ext"].map { $0.text.lowercased().drop { $0 == "." } }
    let paths = await open.listing().files.map(\.path).filter { path in
      (folder.map(path.isBelow) ?? true)
        && (ending.map { Self.ending(of: path).lowercased() == $0 } ?? true)
    }
    write(paths, call)
    return .done
  }

  func folders(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let folder = try folder(call["folder"])
    write(await open.listing().folders.filter { folder.map($0.isBelow) ?? true }, call)
    return .done
  }

  func folder(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let listing = await open.listing()
    let folder = try folder(call.required("path"))
    if let folder, !listing.folders.contains(folder) {
      throw CommandFailure(
        "there is no folder \(output.shown(folder.bytes)).", code: .notFound)
    }
    write(listing.facts(of: folder), only: call["info"], before: [("path", folder?.text ?? "/")])
    return .done
  }

  func vault(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let facts = await open.listing().facts(of: nil)
    let names = [("name", open.folder.name.text), ("path", open.folder.text)]
    write(names + facts, only: call["info"])
    return .done
  }

  private func write(
    _ facts: [(String, String)], only name: RawArgument?, before: [(String, String)] = []
  ) {
    guard let name else { return write(before + facts) }
    for fact in facts where fact.0 == name.text { output.write(output.shown(fact.1) + "\n") }
  }

  func vaults(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let known = await context.vaults.known()
    writeLines(
      known.map { vault in
        let name = output.shown(vault.name)
        return call.has("verbose") ? "\(name)\t\(output.shown(vault.id.path.bytes))" : name
      }, call)
    return .done
  }

  func outline(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let headings = NoteParts.headings(of: try await text(of: try await note(call)))
    let rows = headings.map { heading in
      [
        JSONMember("level", .number(heading.level)), JSONMember("heading", .string(heading.title)),
        JSONMember("line", .number(heading.line + 1)),
      ]
    }
    if call.format == "json" || call.has("total") {
      write(rows, call)
      return .done
    }
    for heading in headings {
      let start =
        call.format == "md"
        ? String(repeating: "#", count: heading.level) + " "
        : String(repeating: "  ", count: heading.level - 1)
      output.write(start + output.shown(heading.title) + "\n")
    }
    return .done
  }

  func wordCount(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await note(call)
    let text = try await text(of: note)
    let characters = String(decoding: text[NoteParts.bodyStart(of: text)...], as: UTF8.self).count
    let facts = [
      ("words", "\(try await details(of: note).words)"), ("characters", "\(characters)"),
    ]
    let wanted = facts.filter { call.has($0.0) }
    if wanted.count == 1 {
      output.write(wanted[0].1 + "\n")
    } else {
      write(facts)
    }
    return .done
  }

  // MARK: Search

  func search(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let paths = try await hits(call, withLines: false).map(\.id.path)
    if call.format == "json", !call.has("total") {
      output.write(JSONValue.array(paths.map { .string($0.text) }).text + "\n")
    } else {
      write(paths, call)
    }
    return .done
  }

  func searchContext(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let hits = try await hits(call, withLines: true)
    if call.format == "json" {
      output.write(JSONValue.array(hits.map(Self.json)).text + "\n")
      return .done
    }
    for hit in hits {
      for line in hit.lines {
        output.write(
          "\(output.shown(hit.id.path.bytes)):\(line.number): \(output.shown(line.text))\n")
      }
    }
    return .done
  }

  private static let all = 1_000_000

  private static func json(_ hit: SearchHit) -> JSONValue {
    let lines = hit.lines.map { line in
      JSONValue.object([
        JSONMember("line", .number(line.number)), JSONMember("text", .string(line.text)),
      ])
    }
    return .object([
      JSONMember("file", .string(hit.id.path.text)), JSONMember("matches", .array(lines)),
    ])
  }

  private func hits(
    _ call: ObsidianCall, withLines: Bool
  ) async throws(CommandFailure) -> [SearchHit] {
    let (folder, limit) = (try folder(call["path"]), try call.number("limit"))
    let written = call.required("query").text
    let query = call.has("case") ? "match-case:(\(written))" : written
    do throws(SearchFailure) {
      // A folder is chosen among all hits, so that none beyond the limit is missed.
      let found = try await open.search(context.clock).find(
        query, limit: folder == nil ? limit ?? Self.all : Self.all, withExcerpts: withLines)
      let inside = found.hits.filter { hit in folder.map(hit.id.path.isBelow) ?? true }
      return inside.prefix(limit ?? .max).sorted { $0.id.path < $1.id.path }
    } catch {
      throw CommandFailure(error, in: query)
    }
  }

  // MARK: Some notes

  func recents(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    var paths: [NotePath] = []
    for note in await open.recent() where await open.notes.note(at: note.path) != nil {
      paths.append(note.path)
    }
    write(paths, call)
    return .done
  }

  func random(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    write([try await randomNote(call).path], call)
    return .done
  }

  func readRandom(_ call: ObsidianCall) async throws(CommandFailure) -> ExitCode {
    let note = try await randomNote(call)
    let text = try await text(of: note)
    output.write(output.shown(note.path.bytes) + "\n\n")
    write(text)
    return .done
  }

  private func randomNote(_ call: ObsidianCall) async throws(CommandFailure) -> NoteID {
    var wanted = CatalogRequest()
    wanted.folder = try folder(call["folder"])
    let notes = try await onBehalf(ofIndex: await open.notes.notes(wanted))
    if let row = (0..<notes.count).randomElement(), let note = notes.notes(in: row..<row + 1).first
    {
      return note.id
    }
    throw CommandFailure("no note is in this folder.", code: .notFound)
  }
}

extension VaultListing {
  /// Returns the numbers of files and folders in a folder, or in the vault, and the size of all.
  fileprivate func facts(of folder: NotePath?) -> [(String, String)] {
    let inside = files.filter { file in folder.map(file.path.isBelow) ?? true }
    let below = folders.count { path in folder.map(path.isBelow) ?? true }
    let size = inside.reduce(0) { $0 + $1.fact.size }
    return [("files", "\(inside.count)"), ("folders", "\(below)"), ("size", "\(size)")]
  }
}
