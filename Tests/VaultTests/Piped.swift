import Files
import Glibc
import Synchronization

@testable import Vault

/// What a stream makes of a file that is read in pieces.
struct Piped {
  var made: [UInt8]
  var error: AgePipeError?

  static func opened(
    _ file: [UInt8], _ identities: [AgeIdentity], form: AgeForm = .either, step: Int = .max,
    readFails: Int? = nil, writeFails: Int? = nil
  ) -> Piped {
    run(file, step, readFails, writeFails) { (source, sink) throws(AgePipeError) in
      try AgePipe.decrypt(from: source, to: sink, with: identities, form: form)
    }
  }

  static func closed(
    _ text: [UInt8], _ recipients: [AgeRecipient], armored: Bool = false, step: Int = .max,
    readFails: Int? = nil, writeFails: Int? = nil
  ) -> Piped {
    run(text, step, readFails, writeFails) { (source, sink) throws(AgePipeError) in
      try AgePipe.encrypt(from: source, to: sink, for: recipients, armored: armored)
    }
  }

  /// `readFails` and `writeFails`: after so many bytes.
  private static func run(
    _ bytes: [UInt8], _ step: Int, _ readFails: Int?, _ writeFails: Int?,
    _ body: (AgeSource, AgeSink) throws(AgePipeError) -> Void
  ) -> Piped {
    let place = Mutex(0)
    let made = Mutex<[UInt8]>([])
    let source = AgeSource { (room) throws(SystemError) in
      let start = place.withLock { $0 }
      if let readFails, start >= readFails { throw SystemError(EIO) }
      let count = min(step, room.count, (readFails ?? bytes.count) - start, bytes.count - start)
      room.copyBytes(from: bytes[start..<start + count])
      place.withLock { $0 += count }
      return count
    }
    let sink = AgeSink { (piece) throws(SystemError) in
      let isFull = made.withLock { made in
        made += piece
        return made.count > writeFails ?? .max
      }
      if isFull { throw SystemError(ENOSPC) }
    }
    var piped = Piped(made: [])
    do throws(AgePipeError) {
      try body(source, sink)
    } catch {
      piped.error = error
    }
    piped.made = made.withLock { $0 }
    return piped
  }
}
