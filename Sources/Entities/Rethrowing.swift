/// Returns the value of a call, or throws its error in another form.
package func rethrow<Value, Failure: Error, Other: Error>(
  _ call: @autoclosure () throws(Failure) -> Value, as other: (Failure) -> Other
) throws(Other) -> Value {
  do throws(Failure) {
    return try call()
  } catch {
    throw other(error)
  }
}

/// The same for a call that is awaited.
package func rethrow<Value, Failure: Error, Other: Error>(
  _ call: @autoclosure () async throws(Failure) -> Value, as other: (Failure) -> Other
) async throws(Other) -> Value {
  do throws(Failure) {
    return try await call()
  } catch {
    throw other(error)
  }
}
