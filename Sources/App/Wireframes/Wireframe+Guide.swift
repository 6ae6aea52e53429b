import Entities
import OpenVault
import Preview
import UseCases
import VaultSettings
import Viper

extension Wireframe {
  /// Opens the guide at a word; returns false if no page has it.
  func openGuide(about word: String) -> Bool {
    guard let spot = container.guide.spot(about: word) else { return false }
    app.open(.guideSpot(spot))
    return true
  }

  /// Returns the route to a page of the guide, shown as notes are; nil if there is no such page.
  func guide(at spot: GuideBook.Spot) -> Route? {
    guard let page = container.guide.markdown(on: spot.topic) else { return nil }
    var handle: RouteHandle?
    let key = "\(spot.topic ?? "")#\(spot.line)"
    return Route("Guide", key: key, options: RouteOptions(prepare: { handle = $0 })) {
      let builder = PreviewBuilder(
        store: vault.services.store, index: nil, links: nil, work: container.work,
        isOwnScreen: true, isGuide: true)
      let routes = GuideRoutes(wireframe: self) { handle }
      let built = builder.make(wireframe: routes, didChange: { _ in })
      let source = GuideSource(title: page.title, text: Array(page.text.utf8))
      built.input.show(source, from: spot.line, hiddenBytes: 0)
      return built.module
    }
  }
}

/// A page of the guide as a text to be read.
private struct GuideSource: PreviewSource {
  let title: String
  let text: [UInt8]

  var note: NoteID? { nil }

  func bytes(atMost limit: Int) -> [UInt8] { Array(text.prefix(limit)) }

  func isSameText(as other: any PreviewSource) -> Bool { (other as? GuideSource)?.text == text }
}

/// The routes of the guide: its links lead to other pages, and nothing in it can be changed.
private final class GuideRoutes: Routes, PreviewWireframe {
  private let handle: () -> RouteHandle?

  init(wireframe: Wireframe, _ handle: @escaping () -> RouteHandle?) {
    self.handle = handle
    super.init(wireframe: wireframe)
  }

  func follow(link address: String, in home: LinkHome?) { wireframe.go(to: address) }

  func leave() -> Bool {
    if let error = handle()?.close() { wireframe.router.notice = error.message }
    return true
  }

  func openProperties(of note: NoteID?) { showMessage("The guide cannot be changed.") }

  func edit(_ embed: PreviewEmbed, saved: @escaping @MainActor () -> Void) {
    showMessage("The guide cannot be changed.")
  }

  // The guide has no notes and no pane to fill.
  func open(_ note: NoteID, atLine line: Int) {}
  func taskDidChange(in note: NoteID) {}
  func fill() {}
  func takeFocus() {}
}
