import CSystem
import Glibc

/// Waits for asynchronous work before there is an event loop, or where none is needed.
@MainActor
enum MainThread {
  static func wait<Value: Sendable>(
    for body: @escaping @MainActor () async -> Value
  ) -> Value {
    var result: Value?
    Task { result = await body() }
    while true {
      if let result { return result }
      var queue = pollfd(
        fd: csystem_main_queue_descriptor(), events: Int16(POLLIN), revents: 0)
      poll(&queue, 1, -1)
      csystem_main_queue_drain()
    }
  }
}
