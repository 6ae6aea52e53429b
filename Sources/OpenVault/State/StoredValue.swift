package import Services
import Synchronization

/// A small value that is stored between runs.
package struct StoredValue<Value: Sendable>: Sendable {
  package typealias Change = @Sendable (inout Value) -> Void
  package typealias Append = @Sendable (Value) throws(NoteStoreError) -> Bool

  private let read: @Sendable () -> Value
  private let store: @Sendable (Change) throws(NoteStoreError) -> Value
  private let append: Append

  /// `store` applies the change to what is stored at that moment, and returns the result. `append`
  /// adds to a growing value, or returns false if it cannot.
  package init(
    append: @escaping Append = { _ in false }, read: @escaping @Sendable () -> Value,
    store: @escaping @Sendable (Change) throws(NoteStoreError) -> Value
  ) {
    self.read = read
    self.store = store
    self.append = append
  }

  /// Makes a value that is stored only in memory.
  package init(_ value: Value) {
    let memory = Memory(value)
    self.init {
      memory.value.withLock { $0 }
    } store: { change in
      memory.value.withLock {
        change(&$0)
        return $0
      }
    }
  }

  private final class Memory: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
  }

  /// Returns the value stored last, or the default if there is none or it cannot be read. Reads one
  /// small file, unless the value is preloaded.
  package func value() -> Value { read() }

  /// Returns the same value, read now, so that its first reader does not wait for the disk.
  package func preloaded() -> StoredValue {
    let first = StoredValue<Value?>.Memory(read())
    return StoredValue(append: append) {
      let value = first.value.withLock { value in
        defer { value = nil }
        return value
      }
      return value ?? read()
    } store: { (change) throws(NoteStoreError) in
      first.value.withLock { $0 = nil }
      return try store(change)
    }
  }

  @concurrent
  package func load() async -> Value { read() }

  /// Changes the stored value, even if another run changed it since it was read, and returns the
  /// result.
  @concurrent @discardableResult
  package func change(_ change: @escaping Change) async throws(NoteStoreError) -> Value {
    try store(change)
  }
}

/// A value that may be long and grows piece by piece.
package protocol GrowingValue {
  mutating func add(_ more: Self)
}

extension StoredValue where Value: GrowingValue {
  /// Adds to the stored value, if possible without reading all of it.
  @concurrent
  package func add(_ more: Value) async throws(NoteStoreError) {
    if try append(more) { return }
    _ = try store { $0.add(more) }
  }
}
