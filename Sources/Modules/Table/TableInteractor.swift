import Bases
import Entities
import Services
import Viper

/// Reads bases, works their views out and writes changes of views.
@MainActor
final class TableInteractor: TableInteracting {
  weak var output: (any TableInteractorOutput)?

  private let sources: BaseSources?
  private let store: any NoteStore
  private let files: any VaultFiles
  private let scope: WorkScope
  private var base: (path: NotePath, content: NoteContent, file: BaseFile)?
  /// What the last change made of the file, and what was there before.
  private var last: (path: NotePath, old: [UInt8], stamp: NoteStamp)?
  /// What was asked for last: answers to what came before it are too late.
  private var turn = 0

  init(sources: BaseSources?, store: any NoteStore, files: any VaultFiles, work: Work) {
    self.sources = sources
    self.store = store
    self.files = files
    scope = work.scope()
  }

  func findBases() {
    scope.run(
      { [files] in
        files.attachments().filter { $0.bytes.suffix(5).elementsEqual(".base".utf8) }.sorted()
      },
      then: { [weak self] found in
        if case .success(let bases) = found { self?.output?.found(bases) }
      })
  }

  func open(_ base: NotePath) {
    scope.run(
      { [store] in
        let content = try await store.read(NoteID(base))
        return (content, BaseFile(content.bytes))
      },
      then: { [weak self] read in
        guard let self else { return }
        switch read {
        case .success((let content, let file)):
          self.base = (base, content, file)
          output?.read(file, at: base)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  func reload() { if let base { open(base.path) } }

  func work(out view: BaseView) {
    guard let base else { return }
    guard let sources else { return output?.failed(TableWords.noTables) ?? () }
    turn += 1
    let asked = turn
    scope.run(
      { try await BaseTable.make(view, in: base.file, this: base.path, from: sources) },
      then: { [weak self] made in
        guard let self, turn == asked else { return }
        switch made {
        case .success(let table): output?.workedOut(table)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  // MARK: Changes

  func change(_ view: BaseView, _ change: BaseChange) {
    guard let base else { return }
    do throws(BaseProblem) {
      let edited = try BaseFile.bytes(base.content.bytes, changing: view, change)
      if edited == base.content.bytes { return }
      save(edited, over: base.content.stamp, at: base.path, keeping: base.content.bytes)
    } catch {
      output?.failed(TableWords.leftAlone(base.path.text, error.text))
    }
  }

  func undo() {
    guard let last, last.path == base?.path else { return output?.nothingToUndo() ?? () }
    save(last.old, over: last.stamp, at: last.path, keeping: nil)
  }

  /// `old` can be taken back afterwards.
  private func save(
    _ bytes: [UInt8], over stamp: NoteStamp, at path: NotePath, keeping old: [UInt8]?
  ) {
    scope.run(
      { [store] in try await store.save(bytes, to: NoteID(path), replacing: stamp) },
      then: { [weak self] saved in
        guard let self else { return }
        switch saved {
        case .success(let stamp):
          last = old.map { (path, $0, stamp) }
          open(path)
        case .failure(let error):
          output?.failed(TableWords.failure(error))
        }
      })
  }

  func stop() { scope.end() }
}
