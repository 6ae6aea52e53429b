/// Why a source, or a file in it, cannot be read.
package enum SourceFailure: Error, Equatable, Sendable {
  /// The person stopped it.
  case stopped
  case notFound(String)
  case unreadable(String, reason: String)
  /// It does not hold what it should: where, and what is wrong there.
  case malformed(String, reason: String)
  /// It was made to do harm, or is larger than anyone would want.
  case refused(String, reason: String)
  case encrypted(String)
  /// Another program's notes, in a form that no reader knows.
  case unread(String, program: String, way: String)

  package var message: String {
    switch self {
    case .stopped: "Stopped."
    case .notFound(let name): "\(name) is not there."
    case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)."
    case .malformed(let name, let reason): "\(name) is damaged: \(reason)."
    case .refused(let name, let reason): "\(name) was left out: \(reason)."
    case .encrypted(let name):
      "\(name) is encrypted. Export it again without a password, then import that."
    case .unread(let name, let program, let way):
      "\(name) holds notes of \(program), which are not read here. \(way)"
    }
  }
}
