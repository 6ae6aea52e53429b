import Glibc
import Programs
import Synchronization
package import TestSupport
import Threads

/// The real `git http-backend` behind a web server of a test's own, for a user `ann` with the password
/// `open sesame`. It serves one request after the other, on a port of this computer alone.
package final class GitWebServer: Sendable {
  package static let user = "ann"
  package static let password = "open sesame"
  private static let allowed = "Basic YW5uOm9wZW4gc2VzYW1l"

  private let socket: Mutex<LoopbackSocket>
  private let backend: String
  private let root: String
  package let port: Int

  /// Serves the repositories in a folder.
  package init(of folder: TemporaryFolder) throws {
    root = folder.path
    let core = try RemoteProgram.run([try RemoteProgram.path("git"), "--exec-path"])
    backend = "\(core.dropLast())/git-http-backend"
    guard access(backend, X_OK) == 0 else { throw RemoteFailure("\(backend) is not there") }
    let socket = try LoopbackSocket()
    let raw = socket.raw
    port = socket.port
    self.socket = Mutex(socket)
    let server = Backend(program: backend, root: root)
    _ = DedicatedThread.start {
      while true {
        let client = accept(raw, nil, nil)
        if client < 0, errno == EINTR { continue }
        if client < 0 { return }
        Request(from: client).map { server.answer($0, to: client) }
        close(client)
      }
    }
  }

  deinit { socket.withLock { _ = shutdown($0.raw, Int32(SHUT_RDWR)) } }

  package func address(of name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

  private struct Request {
    var method = ""
    var path = ""
    var query = ""
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    /// Nil where the client went, or sends what git does not.
    init?(from client: Int32) {
      var bytes: [UInt8] = []
      let end = Array("\r\n\r\n".utf8)
      while true {
        if let found = bytes.firstRange(of: end) {
          guard read(bytes[..<found.lowerBound]) else { return nil }
          body = Array(bytes[found.upperBound...])
          break
        }
        guard Self.take(from: client, &bytes) else { return nil }
      }
      let count = Int(headers["content-length"] ?? "0") ?? 0
      guard headers["transfer-encoding"] == nil else { return nil }
      while body.count < count { guard Self.take(from: client, &body) else { return nil } }
    }

    private mutating func read(_ head: ArraySlice<UInt8>) -> Bool {
      let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count == 3 else { return false }
      method = String(words[0])
      let parts = words[1].split(separator: "?", maxSplits: 1).map(String.init)
      path = parts[0]
      query = parts.count > 1 ? parts[1] : ""
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        headers[line[..<colon].lowercased()] = String(value)
      }
      return true
    }

    private static func take(from client: Int32, _ bytes: inout [UInt8]) -> Bool {
      var part = [UInt8](repeating: 0, count: 1 << 14)
      let count = Glibc.read(client, &part, part.count)
      if count > 0 { bytes += part[..<count] }
      return count > 0 || count < 0 && errno == EINTR
    }
  }

  private struct Backend {
    var program: String
    var root: String

    func answer(_ request: Request, to client: Int32) {
      guard request.headers["authorization"] == GitWebServer.allowed else {
        return send(
          "401 Unauthorized", "WWW-Authenticate: Basic realm=\"notes\"\r\n", [], to: client)
      }
      var start = ProgramStart([program])
      let variables = [
        "PATH": "/usr/bin:/bin", "GIT_PROJECT_ROOT": root, "GIT_HTTP_EXPORT_ALL": "1",
        "REQUEST_METHOD": request.method, "PATH_INFO": request.path,
        "QUERY_STRING": request.query, "REMOTE_USER": GitWebServer.user,
        "REMOTE_ADDR": "127.0.0.1", "CONTENT_TYPE": request.headers["content-type"] ?? "",
        "CONTENT_LENGTH": "\(request.body.count)",
        "HTTP_CONTENT_ENCODING": request.headers["content-encoding"] ?? "",
        "GIT_PROTOCOL": request.headers["git-protocol"] ?? "", "GIT_CONFIG_COUNT": "1",
        // A test may run as any user.
        "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
      ]
      start.environment = variables.map { Array("\($0)=\($1)".utf8) }
      start.input = request.body
      guard let backend = RunningProgram(start) else {
        return send("500 Error", "", [], to: client)
      }
      while !backend.hasEnded || backend.isTalking { backend.turn(until: nil) }
      let end = Array("\r\n\r\n".utf8)
      guard let found = backend.output.firstRange(of: end) else {
        return send("500 Error", "", backend.errors, to: client)
      }
      let head = String(decoding: backend.output[..<found.lowerBound], as: UTF8.self)
      let lines = head.split(separator: "\r\n")
      let status = lines.first { $0.hasPrefix("Status: ") }.map { String($0.dropFirst(8)) }
      let headers = lines.filter { !$0.hasPrefix("Status: ") }.map { $0 + "\r\n" }.joined()
      send(status ?? "200 OK", headers, Array(backend.output[found.upperBound...]), to: client)
    }

    private func send(_ status: String, _ headers: String, _ body: [UInt8], to client: Int32) {
      let head =
        "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
      var rest = (Array(head.utf8) + body)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
