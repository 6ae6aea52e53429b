package import UseCases

/// The person's own editor.
@MainActor
package struct OwnEditor {
  /// Lets it work on a file; answers with what a person must know where that did not go well.
  package var edit: (_ path: [UInt8]) -> String?
  /// The same on a text that is in memory alone.
  package var editPrivately: (_ text: [UInt8], _ name: String) -> PrivateEditing

  package init(
    edit: @escaping (_ path: [UInt8]) -> String?,
    editPrivately: @escaping (_ text: [UInt8], _ name: String) -> PrivateEditing
  ) {
    self.edit = edit
    self.editPrivately = editPrivately
  }
}
