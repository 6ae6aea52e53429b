import Daily
import Entities
import Services
import TextEngine
import UseCases
import Viper

/// What comes into the text from elsewhere: from other programs, from the terminal, from a template.
@MainActor
final class EditorPasting {
  private let scene: EditorScene
  /// The paste that waits for the clipboard.
  private var waiting: Invocation?

  init(_ scene: EditorScene) { self.scene = scene }

  private var interactor: EditorInteractor { scene.interactor }

  /// What is pasted comes from other programs where they can be asked, else from what was cut here.
  func paste(_ invocation: Invocation) {
    guard scene.isEditable else { return scene.showState() }
    guard interactor.clipboardIsReadable else {
      return scene.run(invocation)
    }
    waiting = invocation
    scene.wait()
    interactor.readClipboard { [weak self] in self?.clipboardWasRead($0) }
  }

  private func clipboardWasRead(_ bytes: [UInt8]?) {
    guard let invocation = waiting else { return }
    waiting = nil
    let registers = interactor.session.registers
    if let bytes, !bytes.isEmpty, registers.copied?.text != Rope(bytes) {
      interactor.session.registers.add(Copied(pieces: [Rope(bytes)], areLines: false))
    }
    scene.run(invocation)
    scene.release()
  }

  func stop() { waiting = nil }

  /// A bracketed paste: the very bytes, whatever they are.
  func paste(_ bytes: [UInt8]) {
    guard scene.isEditable, !bytes.isEmpty else { return scene.showState() }
    var context = interactor.context
    context.registers = Registers()
    context.registers.add(Copied(pieces: [Rope(bytes)], areLines: false))
    guard let change = EditCommands.run(.paste, in: context) else { return scene.showRows() }
    scene.perform(change)
  }

  // MARK: - Date and time

  /// The day or the time of now, by the form that is set, at every cursor.
  func insertMoment(_ format: KeyPath<WritingRules, DateFormat>) {
    guard scene.isEditable else { return scene.showState() }
    let clock = interactor.services.clock
    let now = clock.civil(clock.now)
    let offset = Int((CivilCalendar.moment(now).seconds - clock.now.seconds) / 60)
    let text = interactor.services.writing[keyPath: format].text(of: now, offset: offset)
    interactor.closeStep()
    scene.run(Invocation(.insert, argument: text))
    interactor.closeStep()
  }

  // MARK: - Files

  /// The file that is named, or asked for, is copied into the vault, and its link put in here.
  func attach(_ invocation: Invocation) {
    guard scene.isEditable else { return scene.showState() }
    if scene.refuseToChange() { return }
    guard let attaching = interactor.services.system.attaching else {
      return scene.showMessage("No file can be attached here.")
    }
    guard let note = interactor.note, interactor.hasFile else {
      return scene.showMessage("A file can be attached to a note once it was saved.")
    }
    if !invocation.argument.isEmpty {
      return attach(attaching.outside.path(typed: invocation.argument), to: note, attaching)
    }
    scene.wireframe.ask(.attachment) { [weak self] reply in
      guard case .typed(let typed) = reply, typed.contains(where: { !$0.isWhitespace }) else {
        return
      }
      self?.attach(attaching.outside.path(typed: typed), to: note, attaching)
    }
  }

  private func attach(_ path: NotePath, to note: NoteID, _ attaching: FileAttaching) {
    scene.wait()
    interactor.scope.run(
      { try await attaching.attach(path, to: note) },
      then: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let attached): insert(attached, in: note)
        case .failure(NoteStoreError.notFound(let path)):
          scene.showMessage("\(path.text) is not there.", isWarning: true)
        case .failure(let error):
          scene.showMessage(error.explanation, isWarning: true)
        }
        scene.release()
      })
  }

  private func insert(_ attached: FileAttaching.Attached, in note: NoteID) {
    insert(NoteTemplate.Filled(bytes: Array(attached.link.utf8)))
    let lock = note.path.isLocked ? " It is not locked as this note is." : ""
    scene.showMessage(
      attached.isNew
        ? "\(attached.file.path.text) is in the vault.\(lock) Undo takes back only the link."
        : "\(attached.file.path.text) was there already, and is linked here.")
  }

  // MARK: - Templates

  func insertTemplate() {
    guard interactor.isLoaded else { return scene.showState() }
    let name = interactor.note == nil ? interactor.draftName : interactor.name
    scene.wireframe.fillTemplate(forNoteNamed: name) { [weak self] in self?.insert($0) }
  }

  /// In the place of what is selected; the cursor goes where the template says, else behind it.
  func insert(_ template: NoteTemplate.Filled) {
    guard interactor.isLoaded else { return }
    let range = scene.selections.main.range
    let edit = Edit(in: scene.text, replacing: range, with: template.bytes)
    let place = range.lowerBound + (template.cursor ?? template.bytes.count)
    interactor.closeStep()
    scene.perform(edit, then: Selections(Selection(at: place)))
    interactor.closeStep()
  }
}
