package import Services
import Synchronization

/// A small value that is stored from one run to the next.
package struct StoredValue<Value: Sendable>: Sendable {
  package typealias Change = @Sendable (inout Value) -> Void
  package typealias Append = @Sendable (Value) throws(NoteStoreError) -> Bool

  private let read: @Sendable () -> Value
  private let store: @Sendable (Change) throws(NoteStoreError) -> Value
  private let append: Append

  /// `store` makes the change to what is stored then, and answers with that. `append` adds to a value
  /// that grows; false where it cannot.
  package init(
    append: @escaping Append = { _ in false }, read: @escaping @Sendable () -> Value,
    store: @escaping @Sendable (Change) throws(NoteStoreError) -> Value
  ) {
    self.read = read
    self.store = store
    self.append = append
  }

  /// Stored while the program runs, and no longer.
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

  /// As it was stored last; the usual one where nothing was stored, or what was cannot be read. Reads
  /// one small file, unless it is preloaded.
  package func value() -> Value { read() }

  /// The same, read now: who asks first waits for no disk.
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

  /// Changes what is stored, even if another run changed it since it was read, and answers with what is
  /// stored now.
  @concurrent @discardableResult
  package func change(_ change: @escaping Change) async throws(NoteStoreError) -> Value {
    try store(change)
  }
}

/// A value that may be long, and is added to piece by piece.
package protocol GrowingValue {
  mutating func add(_ more: Self)
}

extension StoredValue where Value: GrowingValue {
  /// Adds to what is stored, without reading all of that where it can be.
  @concurrent
  package func add(_ more: Value) async throws(NoteStoreError) {
    if try append(more) { return }
    _ = try store { $0.add(more) }
  }
}
