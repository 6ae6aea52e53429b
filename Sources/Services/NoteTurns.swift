package import Entities

extension NoteStore {
  /// Changes a note by what it says at that moment: `change` reads it and saves it again, in the note's
  /// turn. Where another program writes it meanwhile, what that wrote is read, and changed instead.
  package func inTurn<Value>(
    at note: NoteID, _ change: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    let turn = await turn(at: note)
    defer { withExtendedLifetime(turn) {} }
    // A program that writes without end is not outrun.
    for _ in 1..<20 {
      do throws(NoteStoreError) {
        return try await change()
      } catch .changedOutside {
        continue
      }
    }
    return try await change()
  }
}
