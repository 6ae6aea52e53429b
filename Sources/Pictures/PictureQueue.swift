package import Entities
package import OpenVault
package import Viper

/// Draws the visible pictures, one after the other.
@MainActor
package final class PictureQueue {
  private let scope: WorkScope
  private let consent: @MainActor () -> PictureConsent
  /// The key with which the user allows drawing.
  private let key: String
  private let findPainter: @MainActor () -> PicturePainter?
  private lazy var painter = findPainter()
  private var wishes: [PictureRequest] = []
  /// The note that shows the pictures, if any.
  private var note: NoteID?
  private var isDrawing = false
  package var didDraw: @MainActor (DrawnPicture, PictureRequest, NoteID?) -> Void = { _, _, _ in }

  package init(
    scope: WorkScope, findPainter: @escaping @MainActor () -> PicturePainter?,
    consent: @escaping @MainActor () -> PictureConsent, key: String
  ) {
    self.scope = scope
    self.findPainter = findPainter
    self.consent = consent
    self.key = key
  }

  /// Replaces the queue with these pictures.
  package func draw(_ wishes: [PictureRequest], of note: NoteID?) {
    self.wishes = wishes
    self.note = note
    drawNext()
  }

  private func drawNext() {
    let consent = consent()
    guard !isDrawing, consent.choice != .no, let painter, let wish = wishes.first else { return }
    wishes.removeFirst()
    isDrawing = true
    let (note, key) = (note, key)
    scope.run {
      let isAllowed = consent.isGiven
      return isAllowed
        ? await painter.draw(wish, in: note)
        : DrawnPicture.problem("is not drawn yet: press \(key)")
    } then: { [weak self] result in
      guard let self else { return }
      self.isDrawing = false
      if case .success(let drawn) = result { self.didDraw(drawn, wish, note) }
      self.drawNext()
    }
  }

  /// Allows drawing of this vault's pictures, now and later, or reports why that is impossible.
  package func allow(then report: @escaping @MainActor (_ problem: String?) -> Void) {
    let consent = consent()
    if consent.choice == .no { return report("Pictures are off: the setting “pictures” is “no”.") }
    guard painter != nil else {
      return report("Pictures need the program chafa, and a terminal with 256 colors.")
    }
    scope.run {
      try await consent.give()
    } then: { result in
      switch result {
      case .success: report(nil)
      case .failure(let error): report(error.explanation)
      }
    }
  }
}
