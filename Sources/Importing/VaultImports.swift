import Archives
package import Entities
import Files
package import OpenVault
package import Services
import Threads
package import Undo
package import VaultSettings

/// Imports notes into a vault.
package struct VaultImports: RecordableImports {
  let store: any NoteStore
  private(set) var recorder: DoneRecorder?
  let files: any VaultFiles
  let foreign: any ForeignSettings
  let state: VaultState
  let clock: any WallClock
  private let folders: [NotePath]
  private let own: NotePath

  /// `folders`: searched for archives. `own`: the path of the vault.
  package init(
    store: any NoteStore, files: any VaultFiles, foreign: any ForeignSettings, state: VaultState,
    clock: any WallClock, folders: [NotePath] = [], own: NotePath = NotePath("")
  ) {
    self.store = store
    self.files = files
    self.foreign = foreign
    self.state = state
    self.clock = clock
    self.folders = folders
    self.own = own
  }

  package func found() async -> [ImportSource] {
    await DedicatedThread.answer { [folders, own] in FoundSources.all(in: folders, but: own) } ?? []
  }

  package func recorded(by recorder: DoneRecorder) -> any NoteImports {
    var imports = self
    imports.recorder = recorder
    return imports
  }

  // MARK: - Planning

  package func plan(
    _ request: ImportRequest, watch: @escaping ImportWatch
  ) async throws(ImportError) -> ImportPlan {
    let memory = await state.imported.load()
    let settings = await foreign.obsidian()
    let trashed = Set(((try? await store.trashed()) ?? []).map(\.original.path))
    let answer = await DedicatedThread.answer { [files] in
      Result { () throws(ImportError) in
        try Self.plan(request, memory, settings, files, trashed, watch)
      }
    }
    guard let answer else { throw .unreadable("The system has no thread to spare. Try again.") }
    return try answer.get()
  }

  private static func plan(
    _ request: ImportRequest, _ memory: ImportedNotes, _ settings: ObsidianSettings,
    _ files: any VaultFiles, _ trashed: Set<NotePath>, _ watch: @escaping ImportWatch
  ) throws(ImportError) -> ImportPlan {
    let source: SourceTree
    let found: ImportFormat
    do throws(SourceFailure) {
      source = try SourceTree(request.sources.map(\.bytes))
      var format = request.format
      if format == nil { format = try ImportFormat.guess(source) }
      guard let format else {
        // Unreadable files may be the reason why no format was recognized.
        throw source.entries.isEmpty ? source.problems.first ?? .notFound("") : .notFound("")
      }
      found = format
    } catch .notFound("") {
      throw .unknown(request.sources.first?.text ?? "")
    } catch {
      throw error == .stopped ? ImportError.stopped : .unreadable(error.message)
    }
    let folder = request.folder ?? NotePath(ImportedName.folder(source.name))
    guard folder.bytes.isEmpty || folder.isFolderOfNotes else {
      throw .folder(folder, reason: "it is hidden, or leads out of the vault")
    }
    let planner = ImportPlanner(
      ImportPlan(request, format: found, folder: folder), memory: memory,
      vault: ImportedVault(files, trashed: trashed),
      attachments: { note in
        settings.attachmentFolder == nil
          ? folder.appending(NotePath("attachments")) : settings.attachmentFolder(of: note)
      }, watch: watch)
    try rethrow(found.reader(for: request).read(source, into: request.sink(planner))) {
      (error: ImportFailure) in error == .stopped ? ImportError.stopped : .unreadable(error.message)
    }
    for problem in source.problems {
      planner.add(ImportNotice(of: source.name, problem.message))
    }
    planner.finish()
    guard !planner.plan.notes.isEmpty || !planner.plan.problems.isEmpty else {
      throw .noNotes(request.sources.first?.text ?? "", format: found)
    }
    return planner.plan
  }
}

extension ImportRequest {
  /// Returns the chain of sinks that notes pass through.
  func sink(_ sink: any ImportSink) -> any ImportSink {
    NoteDeduplicator(splitLevel.map { SplitNotes(level: $0, sink: sink) } ?? sink)
  }
}

extension NotePath {
  /// Whether no part of the path is hidden or empty.
  fileprivate var isFolderOfNotes: Bool {
    !bytes.contains(0)
      && bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }
}

extension DedicatedThread {
  /// Runs `body` on a dedicated thread; returns nil if the system cannot start one.
  static func answer<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
    await withCheckedContinuation { continuation in
      if !start({ continuation.resume(returning: body()) }) { continuation.resume(returning: nil) }
    }
  }
}

/// Finds archives of other programs, and folders with such a program's notes.
enum FoundSources {
  /// The most results; the user can name a source that is missing.
  private static let most = 100
  /// The most subfolders of a folder that are checked.
  private static let mostFolders = 1000
  private static let endings: Set<String> = [
    "enex", "jex", "zip", "bear", "bear2bk", "textpack", "opml", "json",
  ]
  /// A path that each program's folder of notes contains.
  private static let marks: [(path: String, format: ImportFormat, program: String?)] = [
    ("logseq/config.edn", .logseq, nil), ("notebook.zim", .zim, nil),
    (".obsidian", .markdown, "Obsidian"),
  ]

  /// Returns the sources directly in these folders, the newest first, without the open vault.
  static func all(in folders: [NotePath], but own: NotePath) -> [ImportSource] {
    let open = try? Posix.facts(own.bytes, followingLink: true)
    var found: [(source: ImportSource, modified: Timestamp)] = []
    for folder in folders {
      for entry in entries(in: folder) {
        // Compares the folder itself, since its path may be written in several ways.
        if let open, entry.facts.inode == open.inode, entry.facts.device == open.device { continue }
        found.append((entry.source, entry.facts.modified))
      }
    }
    return found.sorted { ($1.modified, $0.source.path) < ($0.modified, $1.source.path) }
      .prefix(most).map(\.source)
  }

  private struct Entry {
    var source: ImportSource
    var facts: FileFacts
  }

  private static func entries(in folder: NotePath) -> [Entry] {
    guard let opened = try? Posix.openFolder(folder.bytes),
      let names = try? Posix.names(in: opened.raw)
    else { return [] }
    var folders = 0
    return names.compactMap { name in
      guard name.first != dot, let facts = try? Posix.facts(name, in: opened.raw) else {
        return nil
      }
      let path = folder.appending(NotePath(bytes: name))
      switch facts.kind {
      case .folder where folders < mostFolders:
        folders += 1
        return source(folder: path).map { Entry(source: $0, facts: facts) }
      case .file:
        let ending = String(decoding: name.split(separator: dot).last ?? [], as: UTF8.self)
        guard endings.contains(ending.lowercased()), let format = format(of: path) else {
          return nil
        }
        return Entry(source: ImportSource(path: path, format: format), facts: facts)
      default: return nil
      }
    }
  }

  /// Recognizes a folder by one path in it, without looking deeper.
  private static func source(folder: NotePath) -> ImportSource? {
    let mark = marks.first {
      Posix.exists(folder.appending(NotePath($0.path)).bytes, in: Posix.noFolder)
    }
    return mark.map { ImportSource(path: folder, format: $0.format, program: $0.program) }
  }

  /// Returns nil for ambiguous formats: a zip of Markdown need not be notes.
  private static func format(of path: NotePath) -> ImportFormat? {
    guard let source = try? SourceTree([path.bytes]) else { return nil }
    let format = try? ImportFormat.guess(source)
    return format == .markdown || format == .jrnl ? nil : format
  }

  private static let dot = UInt8(ascii: ".")
}
