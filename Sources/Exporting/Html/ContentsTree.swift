import Bytes
import Entities

/// Notes in their folders, as a list of contents has them.
enum ContentsTree {
  enum Step {
    case open(folder: String)
    case note(NotePath)
    case close
  }

  /// In the order of the paths, of which those of one folder are together.
  static func steps(of paths: [NotePath]) -> [Step] {
    var steps: [Step] = []
    var open: [ArraySlice<UInt8>] = []
    for path in paths {
      let parts = path.bytes.split(separator: Byte.slash).dropLast()
      let same = zip(open, parts).prefix { $0 == $1 }.count
      steps += open[same...].map { _ in .close }
      open.removeLast(open.count - same)
      for part in parts[same...] {
        steps.append(.open(folder: String(decoding: part, as: UTF8.self)))
        open.append(part)
      }
      steps.append(.note(path))
    }
    return steps + open.map { _ in .close }
  }
}
