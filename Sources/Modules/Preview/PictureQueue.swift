import Entities
import Services
import Viper

/// Draws the pictures in sight, one after the other.
@MainActor
final class PictureQueue {
  private let scope: WorkScope
  private let consent: @MainActor () -> PictureConsent
  private let findPainter: @MainActor () -> PicturePainter?
  private lazy var painter = findPainter()
  private var wishes: [PictureWish] = []
  /// Which note shows them.
  private var note: NoteID?
  private var isDrawing = false
  var didDraw: @MainActor (DrawnPicture, PictureWish, NoteID?) -> Void = { _, _, _ in }

  init(
    scope: WorkScope, findPainter: @escaping @MainActor () -> PicturePainter?,
    consent: @escaping @MainActor () -> PictureConsent
  ) {
    self.scope = scope
    self.findPainter = findPainter
    self.consent = consent
  }

  /// What was asked for before is forgotten.
  func draw(_ wishes: [PictureWish], of note: NoteID?) {
    self.wishes = wishes
    self.note = note
    drawNext()
  }

  private func drawNext() {
    let consent = consent()
    guard !isDrawing, consent.choice != .no, let painter, let wish = wishes.first else { return }
    wishes.removeFirst()
    isDrawing = true
    let note = note
    scope.run {
      let isAllowed = consent.isGiven
      return isAllowed
        ? await painter.draw(wish, in: note)
        : DrawnPicture.problem("is not drawn yet: press P in the preview")
    } then: { [weak self] result in
      guard let self else { return }
      self.isDrawing = false
      if case .success(let drawn) = result { self.didDraw(drawn, wish, note) }
      self.drawNext()
    }
  }

  /// Lets the pictures of this vault be drawn, now and later, or says why they cannot be.
  func allow(then report: @escaping @MainActor (_ problem: String?) -> Void) {
    let consent = consent()
    if consent.choice == .no { return report("Pictures are off: the setting “pictures” is “no”.") }
    guard painter != nil else {
      return report("Pictures need the program chafa, and a terminal with 256 colours.")
    }
    scope.run {
      try await consent.give()
    } then: { result in
      switch result {
      case .success: report(nil)
      case .failure(let error): report((error as? NoteStoreError)?.message ?? "\(error)")
      }
    }
  }
}
