/// Jobs in the order in which they came.
package struct JobLine {
  private var jobs: [UnownedJob] = []
  /// How many of them are taken already; they go when all are.
  private var taken = 0

  package init() {}

  package var count: Int { jobs.count - taken }

  package mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// The one that has waited longest.
  package mutating func next() -> UnownedJob? {
    guard taken < jobs.count else { return nil }
    let job = jobs[taken]
    taken += 1
    if taken == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      taken = 0
    }
    return job
  }
}
