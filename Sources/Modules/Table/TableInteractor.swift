import Bases
import Entities
import Markdown
import OpenVault
import Pictures
import Services
import UseCases
import Viper

/// Reads bases, evaluates their views, and writes changes of views.
@MainActor
final class TableInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any TableInteractorOutput)?

  let cases: BaseCases
  let properties: PropertyEditing
  let scope: WorkScope
  private var base: OpenBase?
  var last: LastChange?
  private let pictures: PictureQueue
  /// Drops results of all requests but the latest.
  private let latest = Latest()

  /// The last change, which can be undone.
  enum LastChange: Sendable {
    case view(BaseReceipt)
    case cells(RewriteReceipt)
  }

  init(
    cases: BaseCases, properties: PropertyEditing, work: Work,
    findPainter: @escaping @MainActor () -> PicturePainter? = { nil },
    consent: @escaping @MainActor () -> PictureConsent = { .given }
  ) {
    self.cases = cases
    self.properties = properties
    scope = work.scope()
    pictures = PictureQueue(
      scope: scope, findPainter: findPainter, consent: consent, key: "P")
    pictures.didDraw = { [weak self] drawn, wish, _ in
      self?.output?.drew(drawn, of: wish.picture.target)
    }
  }

  /// Draws a card's picture by its path or address, and drops earlier requests.
  func draw(picture: String) {
    let picture = RenderedPicture(picture, isWiki: !picture.contains("://"))
    pictures.draw(
      [PictureRequest(picture: picture, columns: CardPicture.columns, rows: CardPicture.rows)],
      of: nil)
  }

  /// Allows the pictures of this vault to be drawn, now and later.
  func allowPictures() {
    pictures.allow { [weak self] problem in
      if let problem {
        self?.output?.failed(problem)
      } else {
        self?.output?.didAllowPictures()
      }
    }
  }

  func findBases(for start: TableStart?) {
    scope.run(
      { [cases] in
        let bases = await cases.all()
        let wanted = start.map { start in
          Result { () throws(BaseFailure) in
            try BaseCases.choose(start.base, at: start.paths, among: bases)
          }
        }
        return (bases, wanted)
      },
      then: { [weak self] found in
        if case .success((let bases, let wanted)) = found {
          self?.output?.found(bases, wanted: wanted)
        }
      })
  }

  func open(_ base: NotePath) {
    scope.run({ [cases] in try await cases.open(base) }) { [weak self] opened in
      guard let self else { return }
      self.base = opened
      output?.read(opened.file, at: base)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  /// Reads the open base again.
  func reload() { if let base { open(base.path) } }

  /// Evaluates a view of the open base.
  func evaluate(_ view: BaseView) {
    guard let base else { return }
    scope.run(
      { [cases] in try await cases.table(view, of: base) },
      done: latest.only { [weak self] in self?.output?.workedOut($0) },
      failed: latest.still { [weak self] in self?.output?.failed($0.explanation) })
  }

  // MARK: Changes

  /// Writes the change into the file, unless the file has changed since it was read.
  func change(_ view: BaseView, _ change: BaseChange) {
    guard let base else { return }
    save { [cases] in .view(try await cases.change(view, change, of: base)) }
  }

  /// Undoes the last change.
  func undo() {
    switch last {
    case .view(let receipt) where receipt.path == base?.path:
      save { [cases] in
        try await cases.undo(receipt)
        return nil
      }
    case .cells(let receipt): takeBack(receipt)
    case .view, nil: output?.nothingToUndo()
    }
  }

  /// Saves a change, which can be undone afterward.
  private func save(_ change: @escaping @Sendable @concurrent () async throws -> LastChange?) {
    scope.run(change) { [weak self] change in
      guard let self else { return }
      last = change
      reload()
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  func stop() { scope.end() }
}

/// Changing the notes of a view.
extension TableInteractor {
  /// Sets a property of these notes; empty words remove it.
  func edit(_ notes: [NotePath], _ name: String, to words: String) {
    let properties = properties
    scope.run {
      let typing = try await properties.typing(of: name)
      return try await properties.change(name, in: notes.map { NoteID($0) }) {
        own throws(PropertyFailure) in try typing.change(typed: words, of: own)
      }
    } done: { [weak self] outcome in
      guard let self else { return }
      guard let receipt = outcome.receipt else {
        return output?.failed(outcome.left.first?.reason ?? TableWords.isSoAlready) ?? ()
      }
      last = .cells(receipt)
      output?.wrote(
        receipt.notes.count, leaving: outcome.leaving, touched: receipt.touched)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  func takeBack(_ receipt: RewriteReceipt) {
    scope.run({ [properties] in try await properties.undo(receipt) }) { [weak self] receipt in
      guard let self else { return }
      last = nil
      output?.tookBack(receipt.notes.count, touched: receipt.touched)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  func makeBase(named name: String) {
    scope.run({ [cases] in try await cases.makeBase(named: name) }) { [weak self] in
      self?.output?.madeBase($0)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }

  func makeNote(titled title: String, _ seed: NewNoteValues) {
    scope.run({ [cases] in try await cases.makeNote(titled: title, seed) }) { [weak self] in
      self?.output?.made($0)
    } failed: { [weak self] in
      self?.output?.failed($0.explanation)
    }
  }
}
