import Bases
import Entities
import Markdown
import Pictures
import Services
import Viper

/// Reads bases, works their views out and writes changes of views.
@MainActor
final class TableInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any TableInteractorOutput)?

  let services: TableServices
  let scope: WorkScope
  private var base: (path: NotePath, content: NoteContent, file: BaseFile)?
  var last: LastChange?
  private let pictures: PictureQueue
  /// What was asked for last: answers to what came before it are too late.
  private let latest = Latest()

  /// What can be taken back.
  enum LastChange {
    /// What was in the file of a base, and how it was left.
    case view(NotePath, old: [UInt8], NoteStamp)
    case cells(RewriteReceipt)
  }

  init(
    services: TableServices, work: Work,
    findPainter: @escaping @MainActor () -> PicturePainter? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }
  ) {
    self.services = services
    scope = work.scope()
    pictures = PictureQueue(
      scope: scope, findPainter: findPainter, consent: consent, key: "P")
    pictures.didDraw = { [weak self] drawn, wish, _ in
      self?.output?.drew(drawn, of: wish.picture.target)
    }
  }

  /// Draws a card's picture, by its path or address; what was asked for before is forgotten.
  func draw(picture: String) {
    let picture = RenderedPicture(picture, isWiki: !picture.contains("://"))
    pictures.draw(
      [PictureWish(picture: picture, columns: CardPicture.columns, rows: CardPicture.rows)],
      of: nil)
  }

  /// The person wants the pictures of this vault to be drawn, now and later.
  func allowPictures() {
    pictures.allow { [weak self] problem in
      if let problem {
        self?.output?.failed(problem)
      } else {
        self?.output?.didAllowPictures()
      }
    }
  }

  private var store: any NoteStore { services.store }

  func findBases() {
    scope.run(
      { [files = services.files] in
        files.attachments().filter(\.isBase).sorted()
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

  /// Reads the open base again.
  func reload() { if let base { open(base.path) } }

  /// Works a view of the open base out.
  func work(out view: BaseView) {
    guard let base else { return }
    guard let sources = services.sources else { return output?.failed(TableWords.noTables) ?? () }
    scope.run(
      { try await BaseTable.make(view, in: base.file, this: base.path, from: sources) },
      then: latest.only { [weak self] made in
        guard let self else { return }
        switch made {
        case .success(let table): output?.workedOut(table)
        case .failure(let error): output?.failed(TableWords.failure(error))
        }
      })
  }

  // MARK: Changes

  /// Writes it into the file, if that is still what was read.
  func change(_ view: BaseView, _ change: BaseChange) {
    guard let base else { return }
    do throws(BaseProblem) {
      let edited = try BaseFile.bytes(base.content.bytes, changing: view, change)
      if edited == base.content.bytes { return output?.failed(TableWords.isSoAlready) ?? () }
      save(edited, over: base.content.stamp, at: base.path, keeping: base.content.bytes)
    } catch {
      output?.failed(TableWords.leftAlone(base.path.text, error.text))
    }
  }

  /// Takes the last change back.
  func undo() {
    switch last {
    case .view(let path, let old, let stamp) where path == base?.path:
      save(old, over: stamp, at: path, keeping: nil)
    case .cells(let receipt): takeBack(receipt)
    case .view, nil: output?.nothingToUndo()
    }
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
          last = old.map { .view(path, old: $0, stamp) }
          open(path)
        case .failure(let error):
          output?.failed(TableWords.failure(error))
        }
      })
  }

  func stop() { scope.end() }
}
