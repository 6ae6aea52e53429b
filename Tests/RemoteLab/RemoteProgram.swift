import Glibc
import Programs

/// Why a server of a test's own does not run. One that is missing is a failure, and no reason to skip.
package struct RemoteFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

package enum RemoteProgram {
  package static func path(_ name: String) throws -> String {
    for folder in ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"] {
      if access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
    }
    throw RemoteFailure("\(name) is not installed: .ci/install tests")
  }

  /// Runs one to its end, and answers with what it wrote.
  @discardableResult
  package static func run(_ command: [String]) throws -> String {
    guard let program = RunningProgram(ProgramStart(command)) else {
      throw RemoteFailure("\(command) does not start")
    }
    while !program.hasEnded || program.isTalking { program.turn(until: nil) }
    guard program.result() == .code(0) else {
      throw RemoteFailure("\(command): \(String(decoding: program.errors, as: UTF8.self))")
    }
    return String(decoding: program.output, as: UTF8.self)
  }
}

/// A socket of this computer that listens.
struct LoopbackSocket: ~Copyable {
  let raw: Int32
  let port: Int

  init() throws {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(file, address, size) == 0 && listen(file, 16) == 0
          && getsockname(file, address, &size) == 0
      }
    }
    (raw, port) = (file, Int(UInt16(bigEndian: address.sin_port)))
    guard isBound else { throw RemoteFailure("no socket on loopback") }
  }

  deinit { close(raw) }

  static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }

  /// Whether somebody listens there.
  static func isOpen(port: Int) -> Bool {
    let raw = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(raw) }
    var address = address(port: port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
