package import Entities
package import Services

// What the command line asks of how notes hang together.

@MainActor
package protocol LinksInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any LinksInteractorOutput)? { get set }

  /// The links that stand in a note.
  func loadLinks(from note: NoteID)
  /// The links that lead to it.
  func loadBacklinks(to note: NoteID)
  /// Where it is spoken of without a link.
  func loadMentions(of note: NoteID)
  /// Links that lead nowhere, and notes that stand alone.
  func check()
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol LinksInteractorOutput: AnyObject {
  func linksFound(_ links: [LinkRecord])
  func linksChecked(broken: [LinkRecord], orphans: [NoteMatch])
  func linksFailed(_ message: String)
}
