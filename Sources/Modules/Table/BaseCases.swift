package import Bases
package import Entities
package import OpenVault
package import Services

/// The use cases for bases: find and read them, evaluate their views, change a view, and make a
/// note for one. Shared by the screen's interactor and the command line.
package struct BaseCases: Sendable {
  private let vault: VaultServices
  /// The sources of values for bases; nil if there is no index for tables.
  private let sources: BaseSources?

  package init(_ vault: VaultServices, clock: any WallClock) {
    self.vault = vault
    sources = vault.queries.tables.map {
      BaseSources(tables: $0, foreign: vault.foreign, clock: clock)
    }
  }

  // MARK: Reading

  /// Returns all bases of the vault, sorted by path. Reads the list of all files.
  @concurrent
  package func all() async -> [NotePath] {
    vault.files.attachments().filter(\.isBase).sorted()
  }

  /// Finds a base at one of the paths, in their order, or else by its name unless a path is meant.
  /// The extension may be left out.
  package func find(
    _ name: String, at paths: [NotePath], isPath: Bool = false
  ) async throws(BaseFailure) -> NotePath {
    // Try the exact paths first, which avoids listing all files.
    for path in paths.flatMap(Self.endings) where path.isBase && !path.isHidden {
      if vault.files.fact(ofAttachment: path) != nil { return path }
    }
    return try Self.choose(name, at: paths, isPath: isPath, among: await all())
  }

  package static func choose(
    _ name: String, at paths: [NotePath], isPath: Bool = false, among bases: [NotePath]
  ) throws(BaseFailure) -> NotePath {
    for path in paths {
      if let exact = Self.endings(path).first(where: bases.contains) { return exact }
      let keys = Self.endings(path).map { $0.text.lowercased() }
      let fitting = bases.filter { keys.contains($0.text.lowercased()) }
      if let base = try only(fitting, called: name) { return base }
    }
    let key = name.lowercased()
    let fitting = bases.filter { base in
      [key, key + ".base"].contains { "/\(base.text.lowercased())".hasSuffix("/\($0)") }
    }
    if !isPath, let base = try only(fitting, called: name) { return base }
    throw .notFound(name)
  }

  private static func endings(_ path: NotePath) -> [NotePath] {
    [path, NotePath(bytes: path.bytes + Array(".base".utf8))]
  }

  private static func only(
    _ fitting: [NotePath], called name: String
  ) throws(BaseFailure) -> NotePath? {
    if fitting.count > 1 { throw .ambiguous(name, fitting) }
    return fitting.first
  }

  package func open(_ path: NotePath) async throws(BaseFailure) -> OpenBase {
    let content = try await rethrow(await vault.store.read(NoteID(path)), as: BaseFailure.store)
    return OpenBase(path: path, content: content)
  }

  // MARK: Views

  package func run(_ view: BaseView, of base: OpenBase) async throws(BaseFailure) -> BaseRun {
    guard let sources else { throw .noTables }
    return try await rethrow(
      await BaseRun.of(view, in: base.file, this: base.path, from: sources), as: BaseFailure.index)
  }

  /// Returns the view's values as texts.
  func table(_ view: BaseView, of base: OpenBase) async throws(BaseFailure) -> BaseTable {
    guard let sources else { throw .noTables }
    return try await rethrow(
      await BaseTable.make(view, in: base.file, this: base.path, from: sources),
      as: BaseFailure.index)
  }

  /// Returns the problems of the file and of evaluating its views, each once.
  package func problems(of base: OpenBase) async throws(BaseFailure) -> [BaseProblem] {
    var found = base.file.problems
    guard base.file.isReadable else { return found }
    for view in base.file.views {
      for problem in try await run(view, of: base).problems where !found.contains(problem) {
        found.append(problem)
      }
    }
    return found.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  // MARK: Changes

  /// Writes the change into the file, unless the file has changed since it was read.
  func change(
    _ view: BaseView, _ change: BaseChange, of base: OpenBase
  ) async throws(BaseFailure) -> BaseReceipt {
    let old = base.content.bytes
    let new = try Self.bytes(changing: view, change, in: base)
    if new == old { throw .unchanged }
    return BaseReceipt(
      path: base.path, old: old, left: try await save(new, base.path, over: base.content.stamp))
  }

  func undo(_ receipt: BaseReceipt) async throws(BaseFailure) {
    _ = try await save(receipt.old, receipt.path, over: receipt.left)
  }

  private static func bytes(
    changing view: BaseView, _ change: BaseChange, in base: OpenBase
  ) throws(BaseFailure) -> [UInt8] {
    return try rethrow(BaseFile.bytes(base.content.bytes, changing: view, change)) {
      (error: BaseProblem) in BaseFailure.leftAlone(base.path, error)
    }
  }

  private func save(
    _ bytes: [UInt8], _ path: NotePath, over stamp: NoteStamp
  ) async throws(BaseFailure) -> NoteStamp {
    try await rethrow(
      await vault.store.save(bytes, to: NoteID(path), replacing: stamp), as: BaseFailure.store)
  }

  /// Makes a base with one table of all notes, never over an existing file.
  func makeBase(named name: String) async throws(BaseFailure) -> NotePath {
    let path = NotePath(NoteFileName.stem(for: name) + ".base")
    let text = TableWords.firstBase
    do throws(NoteStoreError) {
      _ = try await vault.store.create(Array(text.utf8), at: NoteID(path))
    } catch {
      if case .changedOutside = error { throw .taken(path) }
      throw .store(error)
    }
    return path
  }

  /// Makes a note that matches a view's filters.
  package func makeNote(
    titled title: String, _ seed: NewNoteValues, body: [UInt8] = []
  ) async throws(BaseFailure) -> NoteID {
    let text = try text(titled: title, seed) + body + (body.isEmpty || body.last == 10 ? [] : [10])
    let made = try await rethrow(
      await vault.store.create(text, titled: title, in: NotePath(seed.folder ?? "")),
      as: BaseFailure.store)
    // The note exists even if the index cannot be refreshed.
    _ = try? await vault.index.refresh([made.id])
    return made.id
  }

  private func text(titled title: String, _ seed: NewNoteValues) throws(BaseFailure) -> [UInt8] {
    do throws(NoteTextProblem) {
      var text = Array("# \(title)\n".utf8)
      for property in seed.properties {
        let type = PropertyType(of: PropertyValue(plain: property.text), named: property.name)
        text = try vault.texts.text(
          text, changing: .set(name: property.name, values: [property.text], type: type ?? .text))
      }
      let tagged = try vault.texts.retagging(text, adding: seed.tags, removing: [])
      for piece in tagged.pieces.reversed() { text.replaceSubrange(piece.range, with: piece.new) }
      return text
    } catch {
      throw .text(error)
    }
  }
}

/// A base as it was read.
package struct OpenBase: Sendable {
  package let path: NotePath
  let content: NoteContent
  package let file: BaseFile

  init(path: NotePath, content: NoteContent) {
    (self.path, self.content) = (path, content)
    file = BaseFile(content.bytes)
  }

  package func views() throws(BaseFailure) -> [BaseView] {
    if file.isReadable { return file.views }
    throw .unreadable(path, file.problems)
  }

  /// Returns the view with this name, or the first one.
  package func view(named name: String?) throws(BaseFailure) -> BaseView {
    let views = try views()
    if let view = file.view(named: name) { return view }
    throw .noView(path, name ?? "", of: views.map(\.name))
  }
}

/// A change of a base's file: the old text and the new stamp.
struct BaseReceipt: Sendable {
  let path: NotePath
  fileprivate let old: [UInt8]
  fileprivate let left: NoteStamp
}

package enum BaseFailure: ExplainedError {
  case notFound(String)
  /// Several bases have this name.
  case ambiguous(String, [NotePath])
  /// A file of this name exists.
  case taken(NotePath)
  case unreadable(NotePath, [BaseProblem])
  case noView(NotePath, String, of: [String])
  /// The vault has no index for tables.
  case noTables
  /// The change would have no effect.
  case unchanged
  /// The file has syntax that a change would not preserve.
  case leftAlone(NotePath, BaseProblem)
  case store(NoteStoreError)
  case index(NoteIndexError)
  case text(NoteTextProblem)

  package var message: String {
    switch self {
    case .notFound(let name): TableWords.isMissing(name)
    case .ambiguous(let name, let bases): TableWords.isAmbiguous(name, bases.count)
    case .taken(let path): TableWords.isTaken(path.text)
    case .unreadable(let path, let problems):
      TableWords.isUnreadable(path.text, problems.first?.text ?? "")
    case .noView(let path, let name, _): TableWords.hasNoView(path.text, name)
    case .noTables: TableWords.noTables
    case .unchanged: TableWords.isSoAlready
    case .leftAlone(let path, let problem): TableWords.leftAlone(path.text, problem.text)
    case .store(let error): error.message
    case .index(let error): error.message
    case .text(let error): error.message
    }
  }
}
