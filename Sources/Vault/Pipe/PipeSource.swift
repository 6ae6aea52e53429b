import Files

/// The bytes of a source without their armor.
struct PipeSource {
  private let source: AgeSource
  private var form: FormReader
  /// What was read and not given yet.
  private var waiting: [UInt8] = []
  private var given = 0
  private var end: End?

  enum End {
    case whole
    case failure(AgePipeError)
  }

  init(_ source: AgeSource, form: AgeForm) {
    self.source = source
    self.form = FormReader(form)
  }

  /// Puts in what there is, at least one byte, until the room is full or nothing more is there at once.
  /// Answers with how it ended where nothing is left to come.
  mutating func fill(_ room: UnsafeMutableRawBufferPointer) -> (count: Int, end: End?) {
    var count = 0
    while count < room.count {
      if given < waiting.count {
        let taken = min(room.count - count, waiting.count - given)
        UnsafeMutableRawBufferPointer(rebasing: room[count...])
          .copyBytes(from: waiting[given..<given + taken])
        (given, count) = (given + taken, count + taken)
        continue
      }
      if let end { return (count, end) }
      let rest = UnsafeMutableRawBufferPointer(rebasing: room[count...])
      if form.isBinary {
        let got = read(into: rest)
        count += got
        // A pipe has no more for now: what came goes on its way.
        if got > 0, got < rest.count { return (count, nil) }
      } else {
        readMore()
      }
    }
    return (count, nil)
  }

  mutating func readHeader() throws(AgePipeError) -> AgeHeader {
    var reader = HeaderReader()
    while true {
      let rest = waiting[given...]
      if !rest.isEmpty {
        do throws(AgeError) {
          given += try Array(rest).withRaw { (rest) throws(AgeError) in try reader.read(rest) }
        } catch {
          throw .age(error)
        }
        if reader.isWhole { return reader.header }
      }
      if case .failure(let error)? = end { throw error }
      if end != nil { throw .age(reader.endFault) }
      readMore()
    }
  }

  private mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    do throws(SystemError) {
      let got = try source.read(room)
      if got == 0 { end = .whole }
      return got
    } catch {
      end = .failure(.reading(error))
      return 0
    }
  }

  private mutating func readMore() {
    waiting.removeAll(keepingCapacity: true)
    given = 0
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { room in
      let got = read(into: room)
      let piece = UnsafeRawBufferPointer(rebasing: room[..<got])
      do throws(AgeError) {
        switch end {
        case nil:
          if try form.read(piece, to: &waiting) { waiting += piece }
        case .whole: try form.finish(&waiting)
        case .failure: break
        }
      } catch {
        end = .failure(.age(error))
      }
    }
  }
}
