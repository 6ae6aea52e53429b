package import Comparing
package import Daily
package import Entities
package import OpenVault
import Services
import VaultSettings
package import UseCases

/// The use cases of what other programs ask to write: it waits outside the vault until a person
/// agrees. Shared by the screen and the command line.
package struct RequestsCases: Sendable {
  private let vault: VaultServices
  private let planner: NotePlanner
  private let clock: any WallClock

  package init(_ vault: VaultServices, planner: NotePlanner, clock: any WallClock) {
    (self.vault, self.planner, self.clock) = (vault, planner, clock)
  }

  // MARK: Asking

  /// Returns what waits, the latest first.
  package func waiting() async -> [RequestItem] {
    await vault.state.asked.load().items.reversed().map(RequestItem.init)
  }

  /// Whether a person agreed to all writings of this kind.
  package func isAgreed(to writing: AskedWriting) async -> Bool {
    await vault.state.asked.load().agreed.contains(writing.kind)
  }

  /// Returns what an address asks to write. `file` is the path in the vault if the address names a
  /// file on the disk.
  package func writing(
    _ address: ObsidianAddress, content: [UInt8], file: NotePath?
  ) async throws(RequestFailure) -> AskedWriting {
    let kind: AskedWriting.Kind =
      switch address.adding {
      case .append: .append
      case .prepend: .prepend
      case .overwrite: .replace
      case nil: address.action == .new || address.action == .unique ? .make : .append
      }
    let target: AskedWriting.Target
    switch address.action {
    case .daily: target = .today
    case .unique: target = .unique
    default:
      if let path = file ?? address.file.map({ NotePath($0) }) {
        target = .note(try await note(path, isThere: address.action == .open))
      } else if let name = address.name {
        target = name.contains("/") ? .note(try Self.notePath(NotePath(name))) : .named(name)
      } else if address.action == .new {
        target = .named("Untitled")
      } else {
        throw .noTarget
      }
    }
    return AskedWriting(arrived: clock.now, kind: kind, target: target, content: content)
  }

  private func note(_ path: NotePath, isThere: Bool) async throws(RequestFailure) -> NotePath {
    let exact = try Self.notePath(path)
    if !isThere { return exact }
    if (try? await vault.store.summary(of: NoteID(exact))) != nil { return exact }
    let links = vault.queries.links
    let home = LinkHome(note: NoteID(""), isMarkdown: false)
    if let found = try? await links.target(of: path.text, in: home), found.path.isOfNote {
      return try Self.notePath(found.path)
    }
    throw .edit(.missing(path.text))
  }

  private static func notePath(_ path: NotePath) throws(RequestFailure) -> NotePath {
    let note = path.isOfNote ? path : NotePath(bytes: path.bytes + Array(".md".utf8))
    guard !note.isHidden, !note.isLocked else { throw .notANote(path) }
    return note
  }

  /// Stores a writing until a person answers.
  package func ask(about writing: AskedWriting) async throws(RequestFailure) {
    guard await vault.state.asked.load().hasRoom(for: writing) else { throw .full }
    _ = try await storing { () async throws(NoteStoreError) in
      try await vault.state.asked.change { $0.add(writing) }
    }
  }

  // MARK: Answering

  /// Returns the lines that writing it would change.
  package func preview(_ writing: AskedWriting) async throws(RequestFailure) -> RequestPreview {
    let plan = try await plan(writing)
    return RequestPreview(
      path: plan.note.path, isNew: plan.old == nil,
      lines: LineDifference.listing(of: TextLines(plan.old ?? []), TextLines(plan.new)))
  }

  /// Writes it, and asks no more about it; with `always`, about none of its kind.
  package func accept(
    _ writing: AskedWriting, always: Bool = false
  ) async throws(RequestFailure) -> NoteID {
    let note = try await write(writing)
    try await answered(writing, agreeing: always)
    return note
  }

  package func refuse(_ writing: AskedWriting) async throws(RequestFailure) {
    try await answered(writing, agreeing: false)
  }

  private func answered(
    _ writing: AskedWriting, agreeing: Bool
  ) async throws(RequestFailure) {
    _ = try await storing { () async throws(NoteStoreError) in
      try await vault.state.asked.change {
        $0.remove(writing.number)
        if agreeing { $0.agree(to: writing.kind) }
      }
    }
  }

  // MARK: Writing

  private struct Plan {
    var note: NoteID
    /// The text now; nil if there is no such note.
    var old: [UInt8]?
    var version = "none"
    var new: [UInt8]
  }

  /// Plans again if another program writes the note meanwhile.
  package func write(_ writing: AskedWriting) async throws(RequestFailure) -> NoteID {
    for _ in 0..<20 {
      let plan = try await plan(writing)
      if plan.old == nil, writing.kind == .make {
        let made = try await storing { () async throws(NoteStoreError) in
          try await vault.store.create(
            plan.new, titled: plan.note.path.stem.text, in: plan.note.path.folder
          ).id
        }
        _ = try? await vault.index.refresh([made])
        return made
      }
      guard let text = String(validating: plan.new, as: UTF8.self) else {
        throw .edit(.store(.refused(plan.note.path, reason: RequestsWords.notUTF8)))
      }
      do throws(NoteEditFailure) {
        let edit = NoteEdit(plan.note.path.text, version: plan.version, .write(text))
        return try await EditCases(vault, clock: clock).apply([edit]).first?.note ?? plan.note
      } catch .store(.unexpected), .store(.changedOutside) {
        continue
      } catch {
        throw .edit(error)
      }
    }
    throw .edit(.store(.changedOutside(try await plan(writing).note.path)))
  }

  private func plan(_ writing: AskedWriting) async throws(RequestFailure) -> Plan {
    switch writing.target {
    case .note(let path): return try await plan(writing, for: NoteID(path))
    case .named(let name):
      let path = try Self.notePath(NotePath(name))
      let folder = await planner.newNoteFolder()
      return try await plan(writing, for: NoteID(folder.appending(path)))
    case .today:
      let day = await planner.plan(.daily(planner.today))
      guard let note = day.note else { throw .noTarget }
      return try await plan(writing, for: note, beginningWith: day.text.bytes)
    case .unique:
      let planned = await planner.plan(.unique(folder: nil))
      guard let note = planned.note else { throw .noTarget }
      return Plan(
        note: note, new: try added(writing, to: planned.text.bytes, of: note))
    }
  }

  private func plan(
    _ writing: AskedWriting, for note: NoteID, beginningWith start: [UInt8] = []
  ) async throws(RequestFailure) -> Plan {
    let old: NoteContent?
    do throws(NoteStoreError) {
      old = try await vault.store.read(note)
    } catch .notFound {
      old = nil
    } catch {
      throw .edit(.store(error))
    }
    switch writing.kind {
    // It gets a free name.
    case .make: return Plan(note: note, new: writing.content)
    case .replace:
      return Plan(
        note: note, old: old?.bytes, version: old?.stamp.version ?? "none", new: writing.content)
    case .append, .prepend:
      return Plan(
        note: note, old: old?.bytes, version: old?.stamp.version ?? "none",
        new: try added(writing, to: old?.bytes ?? start, of: note))
    }
  }

  private func added(
    _ writing: AskedWriting, to text: [UInt8], of note: NoteID
  ) throws(RequestFailure) -> [UInt8] {
    if text.isEmpty { return writing.content }
    return try rethrow(
      vault.texts.text(
        text, adding: writing.content, atStart: writing.kind == .prepend)
    ) { (error: NoteTextProblem) in
      RequestFailure.edit(.store(.refused(note.path, reason: error.message)))
    }
  }

  private func storing<Value>(
    _ body: () async throws(NoteStoreError) -> Value
  ) async throws(RequestFailure) -> Value {
    do throws(NoteStoreError) {
      return try await body()
    } catch {
      throw .edit(.store(error))
    }
  }
}

/// A writing that waits for an answer, as people see it.
package struct RequestItem: Hashable, Sendable {
  package enum Change: Sendable {
    case make, append, prepend, replace
  }

  package let writing: AskedWriting

  package init(_ writing: AskedWriting) { self.writing = writing }

  package var number: Int { writing.number }
  package var arrived: Timestamp { writing.arrived }

  /// The bytes of its text.
  package var size: Int { writing.content.count }

  package var change: Change {
    switch writing.kind {
    case .make: .make
    case .append: .append
    case .prepend: .prepend
    case .replace: .replace
    }
  }

  /// The name of the note; nil for a new one that is named after the moment.
  var target: String? {
    switch writing.target {
    case .note(let path): "“\(path.text)”"
    case .named(let name): "“\(name)”"
    case .today: RequestsWords.today
    case .unique: nil
    }
  }

  package var title: String { RequestsWords.title(change, target) }
}

/// What a writing would change.
package struct RequestPreview: Equatable, Sendable {
  package var path: NotePath
  package var isNew: Bool
  package var lines: [DifferenceLine]
}

package enum RequestFailure: ExplainedError, Equatable {
  case edit(NoteEditFailure)
  /// Too much waits for an answer.
  case full
  /// The address names no note.
  case noTarget
  case notANote(NotePath)

  package var message: String {
    switch self {
    case .edit(let failure): failure.message
    case .full:
      RequestsWords.full(AskedWritings.most, megabytes: AskedWritings.mostBytes >> 20)
    case .noTarget: RequestsWords.noTarget
    case .notANote(let path): RequestsWords.notANote(path.text)
    }
  }
}
