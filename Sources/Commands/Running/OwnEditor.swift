package import Services

/// The person's own editor.
@MainActor
package struct OwnEditor {
  /// Lets it work on a file; answers with what a person must know where that did not go well.
  package var edit: (_ path: [UInt8]) -> String?
  /// The same on a text that is in memory alone.
  package var editPrivately: (_ text: [UInt8], _ name: String) -> PrivateEditing
  /// Asks on the terminal, for yes or no.
  package var confirm: (_ question: String) throws(CommandFailure) -> Bool

  package init(
    edit: @escaping (_ path: [UInt8]) -> String?,
    editPrivately: @escaping (_ text: [UInt8], _ name: String) -> PrivateEditing,
    confirm: @escaping (_ question: String) throws(CommandFailure) -> Bool
  ) {
    self.edit = edit
    self.editPrivately = editPrivately
    self.confirm = confirm
  }
}
