import Synchronization

/// Numbers passed to a disk under test.
final class SharedList: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0 } }

  func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}
