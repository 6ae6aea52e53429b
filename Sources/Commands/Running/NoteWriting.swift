import Entities
import Services

/// Puts text into notes, and never over what another program wrote meanwhile.
struct NoteWriting {
  let vault: CommandVault
  let clock: any WallClock

  private var store: any NoteStore { vault.services.store }
  /// So often the note may change under an append before it is given up.
  private static let attempts = 8

  /// Gives the note this text, whatever it had. What another program writes at that very moment is
  /// not lost: this text goes beside it then.
  @MainActor
  func replace(
    _ id: NoteID, with bytes: [UInt8], telling output: CommandOutput
  ) async throws(CommandFailure) -> ExitCode {
    do throws(NoteStoreError) {
      let old = try await store.read(id)
      if old.bytes == bytes { return .done }
      _ = try await store.save(bytes, to: id, replacing: old.stamp)
    } catch {
      guard case .changedOutside = error else { throw CommandFailure(error) }
      let beside = try await make(
        bytes, titled: "\(id.path.stem.text) (conflict \(stamp))", in: id.path.folder)
      output.message(
        "\(output.shown(id.path.bytes)) was changed meanwhile; your text is in "
          + "\(output.shown(beside.path.bytes)).")
      return .conflict
    }
    _ = try? await vault.services.index.refresh([id])
    return .done
  }

  /// Adds lines at the note's end, after whatever stands there at that moment.
  func append(_ bytes: [UInt8], to id: NoteID) async throws(CommandFailure) {
    guard !bytes.isEmpty else { return }
    for attempt in 1... {
      do throws(NoteStoreError) {
        let old = try await store.read(id)
        _ = try await store.save(Self.joined(old.bytes, bytes), to: id, replacing: old.stamp)
        _ = try? await vault.services.index.refresh([id])
        return
      } catch {
        guard case .changedOutside = error, attempt < Self.attempts else {
          throw CommandFailure(error)
        }
      }
    }
  }

  func make(
    _ bytes: [UInt8], titled title: String, in folder: NotePath
  ) async throws(CommandFailure) -> NoteID {
    do throws(NoteStoreError) {
      let made = try await store.create(bytes, titled: title, in: folder)
      _ = try? await vault.services.index.refresh([made.id])
      return made.id
    } catch {
      throw CommandFailure(error)
    }
  }

  /// The added text stands on lines of its own, ended as the note's lines are.
  static func joined(_ old: [UInt8], _ added: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let crlf = [UInt8(ascii: "\r"), newline]
    let ending =
      old.firstIndex(of: newline).map { $0 > 0 && old[$0 - 1] == crlf[0] } == true
      ? crlf : [newline]
    var joined = old
    if let last = old.last, last != newline { joined += ending }
    joined += added
    if added.last != newline { joined += ending }
    return joined
  }

  private var stamp: String {
    WrittenTime.onWall(clock.now, clock).filter { $0 != ":" }
  }
}
