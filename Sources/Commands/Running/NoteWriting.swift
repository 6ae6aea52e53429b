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
  /// joined with it, or, where both changed the same lines, this text goes beside it.
  @MainActor
  func replace(
    _ id: NoteID, with bytes: [UInt8], telling output: CommandOutput
  ) async throws(CommandFailure) -> ExitCode {
    do throws(NoteStoreError) {
      try await save(bytes, to: id)
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

  /// Throws `.changedOutside` where others changed the same lines.
  private func save(_ bytes: [UInt8], to id: NoteID) async throws(NoteStoreError) {
    var base = try await store.read(id)
    var text = bytes
    for _ in 0..<Self.attempts {
      if base.bytes == text { return }
      do throws(NoteStoreError) {
        _ = try await store.save(text, to: id, replacing: base.stamp)
        return
      } catch {
        guard case .changedOutside = error else { throw error }
        let theirs = try await store.read(id)
        let merge = ThreeWayMerge.merge(base: base.bytes, mine: text, theirs: theirs.bytes)
        guard merge.isClean else { throw error }
        (text, base) = (merge.bytes, theirs)
      }
    }
    throw .changedOutside(id.path)
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

  /// Makes a note at this very path, or says that something is there.
  func make(_ bytes: [UInt8], at id: NoteID) async throws(CommandFailure) {
    do throws(NoteStoreError) {
      _ = try await store.create(bytes, at: id)
      _ = try? await vault.services.index.refresh([id])
    } catch {
      throw CommandFailure(error)
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
