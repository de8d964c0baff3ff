// Documented by Google (reference/url-fetch/url-fetch-app, default 360), absent from
// @types/google-apps-script 2.0.13.
declare namespace GoogleAppsScript {
  namespace URL_Fetch {
    interface URLFetchRequestOptions {
      timeoutSeconds?: number;
    }
    interface URLFetchRequest {
      timeoutSeconds?: number;
    }
  }
}
