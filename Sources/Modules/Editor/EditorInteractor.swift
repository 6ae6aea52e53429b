import Comparing
import Entities
import Secrets
import OpenVault
import TextEngine
import Viper

/// One note's text: what commands do to it, and how it comes from its file and goes back.
///
/// The `document` is the text. Four types work on it, and know of each other only what they are made
/// with: `NoteOpening` reads it, `NoteSaving` saves it, `UnsavedText` stores it until then, and
/// `FileFollowing` brings in what others write. What only asks something of the vault is in `+Requests`.
@MainActor
package final class EditorInteractor {
  let document: EditorDocument
  private let unsaved: UnsavedText
  let opening: NoteOpening
  private let saving: NoteSaving
  private let following: FileFollowing

  init(opening note: EditorOpening, part: String? = nil, services: Services) {
    document = EditorDocument(opening: note, part: part, services: services)
    unsaved = UnsavedText(document)
    opening = NoteOpening(document, unsaved)
    saving = NoteSaving(document, unsaved)
    following = FileFollowing(document, unsaved)
    opening.onEnd = { [saving] in saving.readingEnded(isWhole: $0) }
    saving.onEnd = { [following] in following.saveEnded(succeeded: $0) }
  }

  var output: (any EditorInteractorOutput)? {
    get { document.output }
    set { document.output = newValue }
  }

  // MARK: - The text

  var services: Services { document.services }
  var scope: WorkScope { document.scope }
  var session: EditorSession {
    _read { yield document.session }
    _modify { yield &document.session }
  }
  var text: Rope { document.session.text }
  var revision: Int { document.revision }
  var isLoaded: Bool { document.isLoaded }
  /// Nothing of the file is still to be read.
  var isWhole: Bool { document.isWhole }
  var isDirty: Bool { document.isDirty }
  var wordCount: Int? { document.words.count }

  /// UTF-8 that is typed into such a text would spoil it.
  var isUTF16: Bool {
    let end = min(text.byteCount, 2)
    return ForeignEncoding(of: text.bytes(in: .zero..<ByteOffset(end))) == .utf16
  }

  // MARK: - The note

  var note: NoteID? { document.note }
  var name: String { document.name }
  /// What a note without a file would be called by its text; empty while it has none.
  var draftName: String { text.isEmpty ? "" : DraftTitle.title(of: text, by: services.texts) }
  /// The note, where all of it is here and no part alone.
  var wholeNote: NoteID? { document.part == nil ? note : nil }
  /// The note, where others see it: one that was begun and has nothing of its own is not there yet.
  var noteThatIsThere: NoteID? { isUnwritten && !isDirty ? nil : note }
  var hasFile: Bool { document.base != nil }
  var isUnwritten: Bool { document.isUnwritten }
  var leftAt: NotePosition? { opening.leftAt }
  /// Whether it is a locked note that is open.
  var holdsLock: Bool { opening.lock != nil }
  /// Whether its text is in no file as it is: the note or the vault is encrypted.
  var isSecret: Bool { holdsLock || services.writing.isOfEncryptedVault }

  // MARK: - Opening, saving, recovering, following

  func open() { opening.open() }
  func open(with passphrase: TypedSecret) { opening.open(with: passphrase) }
  func followLink() { opening.followLink() }

  var isSaving: Bool { document.isSaving }
  func save(inPassing: Bool) { saving.save(inPassing: inPassing) }
  func saveBeside() { saving.saveBeside() }
  func fixName() { saving.fixName() }

  func keep() { unsaved.store() }
  @discardableResult
  func keepNow() -> String? { unsaved.storeNow() }
  func useRecovered() { unsaved.useRecovered() }
  func dropRecovered() { unsaved.dropRecovered() }
  func findDifference(then show: @escaping @MainActor ([DifferenceLine]) -> Void) {
    unsaved.findDifference(then: show)
  }

  func noteChangedOutside() { following.check() }
  func markConflicts() { following.markConflicts() }

  func stop() {
    document.words.stop()
    scope.end()
    services.keys?.leave(self)
    opening.close()
  }
}
