import Bytes
import Glibc
import Services

/// Writes a text that comes in pieces. Large ones go to the disk from where they lie; small ones are
/// gathered first, because a text that was changed in many places comes in very many of them.
struct GatheredWriting {
  let file: Int32
  let disk: Disk

  /// What is gathered at most.
  private static let room = 256 << 10
  /// Pieces of this size go on their own.
  private static let large = 64 << 10
  /// After so many bytes the disk is asked to begin: the flush at the end has less to wait for.
  private static let stretch = 8 << 20

  /// Answers with the digest of the text.
  func write(_ text: any ByteSource) throws(SystemError) -> UInt64 {
    var digest = RunningDigest()
    var failure: SystemError?
    if text.byteCount > Self.stretch { Posix.reserve(text.byteCount, for: file) }
    withUnsafeTemporaryAllocation(
      byteCount: min(Self.room, max(1, text.byteCount)), alignment: 16
    ) { room in
      var gathered = 0
      var progress = Progress()
      let isWhole = text.forEachPiece { piece in
        digest.add(piece)
        do throws(SystemError) {
          if piece.count > room.count - gathered || piece.count >= Self.large {
            try put(UnsafeRawBufferPointer(rebasing: room[..<gathered]), &progress)
            gathered = 0
          }
          if piece.count >= Self.large || piece.count > room.count {
            try put(piece, &progress)
          } else {
            UnsafeMutableRawBufferPointer(rebasing: room[gathered...]).copyMemory(from: piece)
            gathered += piece.count
          }
          return true
        } catch {
          failure = error
          return false
        }
      }
      guard isWhole else { return }
      do throws(SystemError) {
        try put(UnsafeRawBufferPointer(rebasing: room[..<gathered]), &progress)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return digest.value
  }

  private struct Progress {
    var written = 0
    var begun = 0
  }

  private func put(
    _ bytes: UnsafeRawBufferPointer, _ progress: inout Progress
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = min(Self.stretch, bytes.count - done)
      try disk.write(UnsafeRawBufferPointer(rebasing: bytes[done..<done + count]), to: file)
      done += count
      progress.written += count
      if progress.written - progress.begun >= Self.stretch {
        Posix.beginFlush(of: progress.begun..<progress.written, in: file)
        progress.begun = progress.written
      }
    }
  }
}
